//===- GuardDivisions.cpp - integer divisions that never trap -------------===//

#include "GuardDivisions.h"
#include "fp8/IR/ArithmeticBuilder.h"
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
  // The division has already been guarded.
  auto select = divisor.getDefiningOp<arith::SelectOp>();
  return select && matchPattern(select.getTrueValue(), m_One());
}

static Value createGuardedDivisor(ArithmeticBuilder b, Operation *op) {
  Value dividend = op->getOperand(0), divisor = op->getOperand(1);
  Type type = divisor.getType(), element = getElementTypeOrSelf(type);
  unsigned width = element.isIndex() ? IndexType::kInternalStorageBitWidth
                                     : element.getIntOrFloatBitWidth();
  Value traps = b.equal(divisor, 0);
  if (isSignedDivision(op)) {
    APInt least = APInt::getSignedMinValue(width);
    Value isLeast =
        b.equal(dividend, b.splat(type, b.getIntegerAttr(element, least)));
    traps = b.orBits(traps, b.andBits(isLeast, b.equal(divisor, -1)));
  }
  return b.select(traps, 1, divisor);
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
    Value divisor =
        createGuardedDivisor(ArithmeticBuilder(op->getLoc(), rewriter), op);
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(1, divisor); });
    changed = true;
  });
  return changed;
}
