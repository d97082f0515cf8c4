//===- Extrema.cpp - maxima and minima of f32 with integer ops ------------===//
//
// A maximum that propagates NaN and orders the zeros takes six dependent
// operations. Three independent extrema of the bit patterns hold the same
// information. Positive floats are ordered like signed integers and lie above
// all negative floats. Negative floats are ordered in the reverse order of
// unsigned integers. NaN lies beyond infinity in each half.
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"
#include "fp8/Numerics/Formats.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr uint32_t kInfinity = 0x7F800000u;
static constexpr uint32_t kMinusInfinity = 0xFF800000u;
static constexpr uint32_t kSignBit = 0x80000000u;

/// Returns true if the reduction uses integer extrema. GPUs have a float
/// instruction instead, and column reductions keep their accumulators in
/// memory.
bool FunctionEmitter::isOfExtrema(unsigned r) const {
  const Combiner &combiner = model.getReductions()[r].combiner;
  return (combiner.kind == CombinerKind::Maximum ||
          combiner.kind == CombinerKind::Minimum) &&
         combiner.element.getType().isF32() && !accumulators[r].onBits &&
         !accumulators[r].isScalar && target.getNumThreads() == 1 &&
         !plan.as<ColumnPlan>() && !isColumnReduction(r);
}

static Value combineSignedMax(ArithmeticBuilder &b, Value x, Value y) {
  return arith::MaxSIOp::create(b, x, y);
}
static Value combineMin(ArithmeticBuilder &b, Value x, Value y) {
  return b.min(x, y);
}
static Value combineMax(ArithmeticBuilder &b, Value x, Value y) {
  return b.max(x, y);
}

using CombineBits = Value (*)(ArithmeticBuilder &, Value, Value);
static constexpr CombineBits kExtrema[] = {combineSignedMax, combineMin,
                                           combineMax};

void FunctionEmitter::createExtrema(unsigned r) {
  for (unsigned i = 0; i < std::size(kExtrema) * plan.unroll; ++i)
    accumulators[r].slots.push_back(createSlot(vectorOf(b.getI32Type())));
}

void FunctionEmitter::resetExtrema(unsigned r) {
  Value neutral = b.toBits(getNeutral(r, vectorOf(b.getF32Type())));
  for (Value slot : accumulators[r].slots)
    LLVM::StoreOp::create(b, neutral, slot);
}

void FunctionEmitter::accumulateExtrema(unsigned r, unsigned u, Value element) {
  Value bits = b.toBits(element);
  for (auto [i, combine] : llvm::enumerate(kExtrema)) {
    Value slot = accumulators[r].slots[i * plan.unroll + u];
    Value old = LLVM::LoadOp::create(b, bits.getType(), slot);
    LLVM::StoreOp::create(b, combine(b, old, bits), slot);
  }
}

/// Returns the maximum or minimum, an f32.
Value FunctionEmitter::combineExtrema(unsigned r) {
  SmallVector<Value> extrema;
  for (auto [i, combine] : llvm::enumerate(kExtrema)) {
    auto combineBits = [&, combine = combine](Value x, Value y) {
      return combine(b, x, y);
    };
    Value all;
    for (unsigned u = 0; u < plan.unroll; ++u) {
      Value vector =
          LLVM::LoadOp::create(b, vectorOf(b.getI32Type()),
                               accumulators[r].slots[i * plan.unroll + u]);
      all = all ? combineBits(all, vector) : vector;
    }
    extrema.push_back(combineVector(all, combineBits));
  }
  Value signedMax = extrema[0], min = extrema[1], max = extrema[2];
  bool isMax = model.getReductions()[r].combiner.kind == CombinerKind::Maximum;
  // The maximum is the largest positive value. If all values are negative, it
  // is the negative value nearest to zero. The minimum is symmetric.
  Value hasHalf = isMax ? b.compare(arith::CmpIPredicate::sge, signedMax, 0)
                        : b.atLeast(max, kSignBit);
  Value extremum = b.select(hasHalf, isMax ? signedMax : max, min);
  Value isNaN =
      b.orBits(b.compare(arith::CmpIPredicate::sgt, signedMax, kInfinity),
               b.above(max, kMinusInfinity));
  return b.toFloat(b.select(isNaN, numerics::canonicalNaNBits, extremum));
}
