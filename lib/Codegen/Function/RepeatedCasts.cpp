//===- RepeatedCasts.cpp - casts without per-element NaN tests ------------===//
//
// See SpeculatedCasts.h for the casts.
//
// If the maximum covers the whole domain, a chunk with a NaN is processed again
// with casts that test; its data are still in the cache.
//
// The maximum of a scaling block is known before its casts. Two versions of the
// casts are emitted. The usual version also omits saturation, because the
// maximum times the scale does not saturate.
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"
#include "fp8/IR/Assumptions.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr uint32_t kInfinity = 0x7F800000u;

/// Returns the smallest magnitude that does not round to a finite code of
/// `format`: half a quantum above the largest finite value.
static float getFirstOutOfRange(Format format) {
  const numerics::FormatSpec &spec = *getFormatSpec(format);
  float largest = numerics::maxFinite(spec);
  float previous = numerics::decode(spec.maxCode - 1, spec);
  return largest + (largest - previous) / 2;
}

/// Returns an i1 that is true if no scaled element of the scaling blocks is NaN
/// or saturates. `perColumn` selects the reductions per column or all other
/// reductions. Returns null if there are none.
Value FunctionEmitter::areGranulesInRange(bool perColumn) {
  if (!casts.areOfGranules())
    return {};
  Value all;
  auto andThen = [&](Value condition) {
    if (auto type = dyn_cast<VectorType>(condition.getType()))
      condition =
          vector::ReductionOp::create(b, vector::CombiningKind::AND, condition);
    all = both(all, condition);
  };
  for (SpeculatedCast cast : casts.casts) {
    if (isColumnReduction(cast.reduction) != perColumn)
      continue;
    // Products have the same order as the magnitudes. The product of zero and
    // an infinite scale is NaN, for which every comparison fails.
    Value largest = evaluate(model.getReductions()[cast.reduction].value);
    if (cast.scale) {
      Value scale = evaluate(cast.scale);
      andThen(isPositiveAndFinite(scale));
      largest = b.mul(largest, scale);
    }
    float limit = getFirstOutOfRange(cast.op.getResultFormat());
    andThen(b.less(largest, limit));
  }
  return all;
}

/// Emits `body` with casts that do not test for NaN. Then removes the values
/// computed from such casts from the enclosing scopes, because later code must
/// test.
void FunctionEmitter::emitAssuming(llvm::function_ref<void()> body) {
  {
    llvm::SaveAndRestore saved(assumesNumbers, true);
    body();
  }
  forEachScope([&](Scope &scope) {
    for (Value value : assumingValues)
      scope.values.erase(value);
  });
  assumingValues.clear();
  isAssuming = false;
}

/// Emits `body` twice: with casts that do not test for NaN under `areInRange`,
/// and with casts that test otherwise. Emits it once if there is no condition.
void FunctionEmitter::emitWatchedCasts(Value areInRange,
                                       llvm::function_ref<void()> body) {
  if (!areInRange)
    return body();
  emitIf(areInRange, [&] { emitAssuming(body); });
  Value mayNotBe = b.xorBits(areInRange, true);
  emitIf(mayNotBe, body);
}

/// Emits the cast, annotated with the known range of its operand.
Value FunctionEmitter::emitAssumingCast(ConvertOp op) {
  Value operand = toVector(evaluate(op.getInput()));
  isAssuming = true;
  IRMapping mapping;
  mapping.map(op.getInput(), operand);
  Operation *clone = b.clone(*op, mapping);
  clone->getResult(0).setType(vectorOf(op.getType()));
  setAssumption(clone,
                casts.ofGranules ? Assumption::InRange : Assumption::Number);
  return clone->getResult(0);
}

/// Returns, for an f32 or each element of a vector of f32, an i1 that is true
/// if the value is positive and finite. Its bits then lie strictly between 0
/// and the bits of infinity.
Value FunctionEmitter::isPositiveAndFinite(Value scale) {
  Type i32 = b.getI32Type();
  if (auto vector = dyn_cast<VectorType>(scale.getType()))
    i32 = vector.clone(i32);
  Value bits = b.bitcast(i32, scale);
  Value less = b.sub(bits, 1);
  return b.less(less, kInfinity - 1);
}

/// Returns an i1 that is true if an operand of one of the casts may have been
/// NaN.
Value FunctionEmitter::hasMetNaN() {
  Value any;
  auto orElse = [&](Value condition) {
    any = any ? b.orBits(any, condition) : condition;
  };
  for (SpeculatedCast cast : casts.casts) {
    orElse(b.above(combineLanes(cast.reduction), kInfinity));
    if (!cast.scale)
      continue;
    Value isSafe = isPositiveAndFinite(evaluate(cast.scale));
    orElse(b.xorBits(isSafe, true));
  }
  return any;
}
