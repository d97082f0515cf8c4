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

using namespace mlir;
using namespace mlir::fp8;

static constexpr uint32_t kSignBit = 0x80000000u;
static constexpr uint32_t kCanonicalNaN = 0x7FC00000u;

/// Emits `op` if it is the maximum or minimum of a vector and a scalar; returns
/// null otherwise.
Value FunctionEmitter::emitBound(Operation *op, ArrayRef<Value> operands) {
  bool isMaximum = isa<arith::MaximumFOp>(op);
  if (target.getNumLanes() != 1 || !(isMaximum || isa<arith::MinimumFOp>(op)) ||
      !op->getResult(0).getType().isF32())
    return {};
  Value bound = operands[0], x = operands[1];
  if (isa<VectorType>(bound.getType()))
    std::swap(bound, x);
  if (isa<VectorType>(bound.getType()) || !isa<VectorType>(x.getType()))
    return {};
  auto word = [&](uint32_t bits) -> Value {
    return arith::ConstantOp::create(
        b, b.getI32IntegerAttr(static_cast<int32_t>(bits)));
  };
  auto select = [&](Value condition, Value yes, Value no) -> Value {
    return arith::SelectOp::create(b, condition, yes, no);
  };
  Value bits = arith::BitcastOp::create(b, b.getI32Type(), bound);
  Value isNaN =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, bound, bound);
  // max(x, +0) is never negative; min(x, -0) always is.
  Value isZero = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, bits,
                                       word(isMaximum ? 0 : kSignBit));
  Value kept = word(~0u), set = word(0);
  if (isMaximum)
    kept = select(isZero, word(~kSignBit), kept);
  else
    set = select(isZero, word(kSignBit), set);
  kept = select(isNaN, word(0), kept);
  set = select(isNaN, word(kCanonicalNaN), set);

  Value all = broadcast(bound);
  Value isBeyond = arith::CmpFOp::create(
      b, isMaximum ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT, all,
      x);
  Value result = arith::BitcastOp::create(b, vectorOf(b.getI32Type()),
                                          select(isBeyond, all, x));
  result = arith::AndIOp::create(b, result, broadcast(kept));
  result = arith::OrIOp::create(b, result, broadcast(set));
  return arith::BitcastOp::create(b, vectorOf(b.getF32Type()), result);
}
