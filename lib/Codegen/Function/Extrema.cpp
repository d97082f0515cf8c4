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

using namespace mlir;
using namespace mlir::fp8;

static constexpr uint32_t kInfinity = 0x7F800000u;
static constexpr uint32_t kMinusInfinity = 0xFF800000u;
static constexpr uint32_t kCanonicalNaN = 0x7FC00000u;
static constexpr uint32_t kSignBit = 0x80000000u;

/// Returns true if the reduction uses integer extrema. GPUs have a float
/// instruction instead, and column reductions keep their accumulators in
/// memory.
bool FunctionEmitter::isOfExtrema(unsigned r) const {
  const Combiner &combiner = model.getReductions()[r].combiner;
  return (combiner.kind == CombinerKind::Maximum ||
          combiner.kind == CombinerKind::Minimum) &&
         combiner.element.getType().isF32() && !accumulators[r].onBits &&
         !accumulators[r].isScalar && target.getNumLanes() == 1 &&
         plan.schedule != Schedule::Column && !isColumnReduction(r);
}

static Value combineSignedMax(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arith::MaxSIOp::create(b, x, y);
}
static Value combineMin(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arith::MinUIOp::create(b, x, y);
}
static Value combineMax(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arith::MaxUIOp::create(b, x, y);
}

using CombineBits = Value (*)(ImplicitLocOpBuilder &, Value, Value);
static constexpr CombineBits kExtrema[] = {combineSignedMax, combineMin,
                                           combineMax};

void FunctionEmitter::createExtrema(unsigned r) {
  for (unsigned i = 0; i < std::size(kExtrema) * plan.unroll; ++i)
    accumulators[r].slots.push_back(createSlot(vectorOf(b.getI32Type())));
}

void FunctionEmitter::resetExtrema(unsigned r) {
  VectorType type = vectorOf(b.getI32Type());
  Value neutral = arith::BitcastOp::create(
      b, type, getNeutral(r, vectorOf(b.getF32Type())));
  for (Value slot : accumulators[r].slots)
    LLVM::StoreOp::create(b, neutral, slot);
}

void FunctionEmitter::accumulateExtrema(unsigned r, unsigned u, Value element) {
  VectorType type = vectorOf(b.getI32Type());
  Value bits = arith::BitcastOp::create(b, type, element);
  for (auto [i, combine] : llvm::enumerate(kExtrema)) {
    Value slot = accumulators[r].slots[i * plan.unroll + u];
    Value old = LLVM::LoadOp::create(b, type, slot);
    LLVM::StoreOp::create(b, combine(b, old, bits), slot);
  }
}

/// Returns the maximum or minimum, an f32.
Value FunctionEmitter::combineExtrema(unsigned r) {
  Type i32 = b.getI32Type();
  SmallVector<Value> extrema;
  for (auto [i, combine] : llvm::enumerate(kExtrema)) {
    auto combineBits = [&, combine = combine](Value x, Value y) {
      return combine(b, x, y);
    };
    Value all;
    for (unsigned u = 0; u < plan.unroll; ++u) {
      Value vector = LLVM::LoadOp::create(
          b, vectorOf(i32), accumulators[r].slots[i * plan.unroll + u]);
      all = all ? combineBits(all, vector) : vector;
    }
    extrema.push_back(combineVector(all, combineBits));
  }
  auto word = [&](uint32_t bits) {
    return splat(i32, b.getI32IntegerAttr(static_cast<int32_t>(bits)));
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value x, uint32_t bits) {
    return arith::CmpIOp::create(b, predicate, x, word(bits));
  };
  Value signedMax = extrema[0], min = extrema[1], max = extrema[2];
  bool isMax = model.getReductions()[r].combiner.kind == CombinerKind::Maximum;
  // The largest positive value or, without positive values, the negative value
  // nearest to zero. A minimum is symmetric.
  Value hasHalf = isMax ? compare(arith::CmpIPredicate::sge, signedMax, 0)
                        : compare(arith::CmpIPredicate::uge, max, kSignBit);
  Value extremum =
      arith::SelectOp::create(b, hasHalf, isMax ? signedMax : max, min);
  Value isNaN = arith::OrIOp::create(
      b, compare(arith::CmpIPredicate::sgt, signedMax, kInfinity),
      compare(arith::CmpIPredicate::ugt, max, kMinusInfinity));
  Value bits = arith::SelectOp::create(b, isNaN, word(kCanonicalNaN), extremum);
  return arith::BitcastOp::create(b, b.getF32Type(), bits);
}
