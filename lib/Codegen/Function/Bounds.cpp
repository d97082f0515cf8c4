//===- Bounds.cpp - maxima and minima with a uniform bound ----------------===//
//
// math's maximum propagates NaN and orders the zeros, which takes six
// operations on a CPU. vmaxps and vminps return their second operand if one
// operand is NaN or both are zeros. With the bound as the first operand, only a
// bound that is NaN or zero needs special handling, once for all elements. Two
// bit masks handle it; for any other bound, they leave all bits unchanged.
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"
#include "fp8/Numerics/Formats.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr uint32_t kSignBit = 0x80000000u;

/// Emits `op` if it is the maximum or minimum of a vector and a scalar; returns
/// null otherwise.
Value FunctionEmitter::emitBound(Operation *op, ArrayRef<Value> operands) {
  bool isMaximum = isa<arith::MaximumFOp>(op);
  if (target.getNumThreads() != 1 ||
      !(isMaximum || isa<arith::MinimumFOp>(op)) ||
      !op->getResult(0).getType().isF32())
    return {};
  Value bound = operands[0], x = operands[1];
  if (isa<VectorType>(bound.getType()))
    std::swap(bound, x);
  if (isa<VectorType>(bound.getType()) || !isa<VectorType>(x.getType()))
    return {};
  Value bits = b.toBits(bound);
  Value isNaN = b.isNaN(bound);
  // max(x, +0) is never negative; min(x, -0) always is.
  Value isZero = b.equal(bits, isMaximum ? 0 : kSignBit);
  Value kept = b.word(~0u), set = b.word(0);
  if (isMaximum)
    kept = b.select(isZero, ~kSignBit, kept);
  else
    set = b.select(isZero, kSignBit, set);
  kept = b.select(isNaN, 0, kept);
  set = b.select(isNaN, numerics::canonicalNaNBits, set);

  Value all = broadcast(bound);
  Value isBeyond = isMaximum ? b.above(all, x) : b.less(all, x);
  Value result = b.toBits(b.select(isBeyond, all, x));
  result = b.andBits(result, broadcast(kept));
  result = b.orBits(result, broadcast(set));
  return b.toFloat(result);
}
