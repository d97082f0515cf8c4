//===- GuardDivisions.cpp - integer divisions that never trap -------------===//

#include "GuardDivisions.h"
#include "fp8/Utils/SplatConstant.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::fp8;

static bool isSignedDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
             arith::FloorDivSIOp>(op);
}

static bool isDivision(Operation *op) {
  return isSignedDivision(op) ||
         isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(op);
}

/// Returns true if a division by `divisor` cannot trap for any dividend.
static bool isSafe(Value divisor, bool isSigned) {
  APInt constant;
  if (matchPattern(divisor, m_ConstantInt(&constant)))
    return !constant.isZero() && !(isSigned && constant.isAllOnes());
  // Already guarded.
  auto select = divisor.getDefiningOp<arith::SelectOp>();
  return select && matchPattern(select.getTrueValue(), m_One());
}

static Value createGuardedDivisor(OpBuilder &b, Operation *op) {
  Location loc = op->getLoc();
  Value dividend = op->getOperand(0), divisor = op->getOperand(1);
  Type type = divisor.getType(), element = getElementTypeOrSelf(type);
  unsigned width = element.isIndex() ? IndexType::kInternalStorageBitWidth
                                     : element.getIntOrFloatBitWidth();
  auto number = [&](const APInt &value) {
    return createSplat(b, loc, type, b.getIntegerAttr(element, value));
  };
  auto isEqual = [&](Value value, const APInt &constant) -> Value {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, value,
                                 number(constant));
  };
  Value traps = isEqual(divisor, APInt::getZero(width));
  if (isSignedDivision(op)) {
    Value overflows = arith::AndIOp::create(
        b, loc, isEqual(dividend, APInt::getSignedMinValue(width)),
        isEqual(divisor, APInt::getAllOnes(width)));
    traps = arith::OrIOp::create(b, loc, traps, overflows);
  }
  return arith::SelectOp::create(b, loc, traps, number(APInt(width, 1)),
                                 divisor);
}

bool mlir::fp8::guardDivisions(RewriterBase &rewriter, Operation *root) {
  bool changed = false;
  root->walk([&](Operation *op) {
    if (!isDivision(op) || isSafe(op->getOperand(1), isSignedDivision(op)))
      return;
    auto shaped = dyn_cast<ShapedType>(op->getResult(0).getType());
    if (shaped && !shaped.hasStaticShape())
      return;
    rewriter.setInsertionPoint(op);
    Value divisor = createGuardedDivisor(rewriter, op);
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(1, divisor); });
    changed = true;
  });
  return changed;
}
