//===- SaturateCasts.cpp - saturating casts of floats to integers ---------===//

#include "SaturateCasts.h"
#include "fp8/Analysis/CollectOps.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if `cast` has already been saturated.
static bool isSafe(Operation *cast) {
  auto select = cast->getOperand(0).getDefiningOp<arith::SelectOp>();
  return select && matchPattern(select.getFalseValue(), m_AnyZeroFloat()) &&
         select.getCondition().getDefiningOp<arith::CmpFOp>();
}

static void saturate(RewriterBase &rewriter, Operation *cast) {
  bool isSigned = isa<arith::FPToSIOp>(cast);
  Type type = cast->getResult(0).getType();
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  rewriter.setInsertionPoint(cast);
  ArithmeticBuilder b(cast->getLoc(), rewriter);
  Value x = cast->getOperand(0);
  // A narrow float type may not represent the bounds. The extension to f32 is
  // exact.
  if (getElementTypeOrSelf(x.getType()).getIntOrFloatBitWidth() < 32)
    x = b.extendFloat(x);
  Value zero = b.constant(x.getType(), 0);
  x = b.select(b.isNaN(x), zero, x);
  x = b.max(x, isSigned ? -std::ldexp(1.0, width - 1) : 0);
  Value isBelow = b.less(x, std::ldexp(1.0, isSigned ? width - 1 : width));
  x = b.select(isBelow, x, zero);
  Value integer = isSigned ? arith::FPToSIOp::create(b, type, x).getResult()
                           : arith::FPToUIOp::create(b, type, x).getResult();
  APInt largest =
      isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  Value bound =
      b.splat(type, b.getIntegerAttr(getElementTypeOrSelf(type), largest));
  rewriter.replaceOpWithNewOp<arith::SelectOp>(cast, isBelow, integer, bound);
}

bool mlir::fp8::saturateCasts(RewriterBase &rewriter, Operation *root) {
  SmallVector<Operation *> casts = collectOps(root, [](Operation *op) {
    if (!isa<arith::FPToSIOp, arith::FPToUIOp>(op) || isSafe(op))
      return false;
    auto shaped = dyn_cast<ShapedType>(op->getResult(0).getType());
    return getElementTypeOrSelf(op->getOperand(0)).getIntOrFloatBitWidth() >
               8 &&
           (!shaped || shaped.hasStaticShape());
  });
  for (Operation *cast : casts)
    saturate(rewriter, cast);
  return !casts.empty();
}
