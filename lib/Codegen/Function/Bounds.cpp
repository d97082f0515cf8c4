//===- Bounds.cpp - maxima and minima with one value for all elements -----===//
//
// math's maximum propagates NaN and orders the zeros, which takes a CPU six
// operations. vmaxps and vminps give their second operand where one is NaN or
// both are zeros: with the bound as the first one, only a bound that is NaN or
// a zero is left to be looked at, once for all elements. For it there are two
// masks of bits, which otherwise keep all and set none.
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr uint32_t kSignBit = 0x80000000u;
static constexpr uint32_t kCanonicalNaN = 0x7FC00000u;

/// `op`, if it is the maximum or minimum of a vector and a scalar; else null.
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
  // max(x, +0) is not negative, min(x, -0) is.
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
