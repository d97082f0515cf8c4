//===- UnguardedScale.cpp - rule unguarded-scale --------------------------===//

#include "NumericsRule.h"

#include "fp8/Analysis/Movement.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Finds scales divided by an amax that may be 0. A tensor of zeros, such as an
/// initial moment, is multiplied by infinity and becomes NaN.
struct UnguardedScale : NumericsRule {
  StringRef getName() const override { return "unguarded-scale"; }
  void check(const NumericsContext &context, Report report) const override;
};

} // namespace

/// Returns the division by a possible zero on the path from `scale` to an amax,
/// through factors and inverses.
static arith::DivFOp findDivision(Value scale, const NumericsContext &context) {
  auto isConstant = [&](Value value) {
    FloatRange range = context.ranges.get(value);
    return range.low == range.high;
  };
  arith::DivFOp division;
  while (true) {
    scale = getMovedRoot(scale, Move::Retype);
    if (context.scales.getMeasured(scale))
      return division;
    Operation *op = scale.getDefiningOp();
    if (auto divide = dyn_cast_or_null<arith::DivFOp>(op)) {
      if (isConstant(divide.getRhs())) {
        scale = divide.getLhs();
        continue;
      }
      FloatRange divisor = context.ranges.get(divide.getRhs());
      if (!isConstant(divide.getLhs()) || divisor.low > 0.0)
        return nullptr;
      division = divide;
      scale = divide.getRhs();
    } else if (auto multiply = dyn_cast_or_null<arith::MulFOp>(op)) {
      if (isConstant(multiply.getRhs()))
        scale = multiply.getLhs();
      else if (isConstant(multiply.getLhs()))
        scale = multiply.getRhs();
      else
        return nullptr;
    } else {
      return nullptr;
    }
  }
}

void UnguardedScale::check(const NumericsContext &context,
                           Report report) const {
  context.getFunc()->walk([&](QuantizeOp op) {
    if (op.makesScale())
      return;
    arith::DivFOp division = findDivision(op.getScale(), context);
    if (!division)
      return;
    report({op,
            "expected a scale that is finite if the amax is 0, but its divisor "
            "is " +
                describe(division.getRhs()) + ", which may be 0: if " +
                describe(op.getInput()) +
                " is all zeros, it becomes 0 * inf, which is NaN",
            "use fp8.compute_scale, which returns 1 for it, or the maximum of "
            "the amax and an epsilon",
            division, "the division is here"});
  });
}

const NumericsRule *mlir::fp8::getUnguardedScaleRule() {
  static const UnguardedScale rule;
  return &rule;
}
