//===- GuardIndices.cpp - ignored labels ----------------------------------===//
//
// torch-mlir lowers nll_loss with an ignore_index, such as -100, to an extract
// at the label without a bounds check, followed by a select.
//
//===----------------------------------------------------------------------===//

#include "GuardIndices.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Describes a select that discards the extracted element if `label` equals
/// `ignored`.
struct Guard {
  Value label;
  APInt ignored;
};
} // namespace

/// Follows the only uses of `value` to such a select. Returns std::nullopt if
/// there is none, or if `value` has other uses.
static std::optional<Guard> findGuard(Value value) {
  while (value.hasOneUse()) {
    Operation *user = *value.user_begin();
    auto select = dyn_cast<arith::SelectOp>(user);
    if (!select || select.getCondition() == value) {
      if (user->getNumResults() != 1 || !isPure(user) || select)
        return std::nullopt;
      value = user->getResult(0);
      continue;
    }
    auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
    auto selecting = select.getTrueValue() == value ? arith::CmpIPredicate::ne
                                                    : arith::CmpIPredicate::eq;
    APInt ignored;
    if (!compare || compare.getPredicate() != selecting ||
        !matchPattern(compare.getRhs(), m_ConstantInt(&ignored)))
      return std::nullopt;
    return Guard{compare.getLhs(), ignored};
  }
  return std::nullopt;
}

static bool isCastOf(Value index, Value label) {
  while (index != label) {
    Operation *cast = index.getDefiningOp();
    if (!isa_and_nonnull<arith::IndexCastOp, arith::ExtSIOp>(cast))
      return false;
    index = cast->getOperand(0);
  }
  return true;
}

void fp8::guardIndices(RewriterBase &rewriter, tensor::ExtractOp extract) {
  std::optional<Guard> guard = findGuard(extract.getResult());
  if (!guard)
    return;
  RankedTensorType type = extract.getTensor().getType();
  for (auto [dimension, operand] :
       llvm::enumerate(extract.getIndicesMutable())) {
    int64_t extent = type.getDimSize(dimension);
    bool isInside =
        guard->ignored.isNonNegative() && guard->ignored.ult(uint64_t(extent));
    if (ShapedType::isDynamic(extent) || isInside ||
        !isCastOf(operand.get(), guard->label))
      continue;
    OpBuilder::InsertionGuard insertion(rewriter);
    rewriter.setInsertionPoint(extract);
    ArithmeticBuilder b(extract.getLoc(), rewriter);
    Type labels = guard->label.getType();
    Value ignored = b.splat(labels, b.getIntegerAttr(labels, guard->ignored));
    Value index = b.select(b.equal(guard->label, ignored), 0, operand.get());
    rewriter.startOpModification(extract);
    operand.set(index);
    rewriter.finalizeOpModification(extract);
  }
}
