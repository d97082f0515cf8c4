//===- ZeroSigns.cpp - readers of the signs of zeros ----------------------===//

#include "fp8/Analysis/ZeroSigns.h"
#include "fp8/Analysis/Constants.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of values that one query visits.
static constexpr unsigned kMaxZeroSignValues = 1024;

/// Returns true if `value` is a constant other than -0.0. A sum of it and a
/// zero does not depend on the sign of the zero.
static bool hidesZeroSign(Value value) {
  std::optional<double> number = matchFloat(value);
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    number = matchFloat(fill.getInputs()[0]);
  return number && !(*number == 0 && std::signbit(*number));
}

/// Returns true if `add` adds to an accumulator of a reduction that starts from
/// a constant other than -0.0. The accumulator is then never -0.0.
static bool isSumFromConstant(arith::AddFOp add, Value other) {
  auto accumulator = dyn_cast<BlockArgument>(other);
  auto op = dyn_cast<linalg::LinalgOp>(add->getParentOp());
  if (!accumulator || !op || accumulator.getOwner() != op.getBlock() ||
      accumulator.getArgNumber() < op.getNumDpsInputs())
    return false;
  unsigned result = accumulator.getArgNumber() - op.getNumDpsInputs();
  return op.getBlock()->getTerminator()->getOperand(result) ==
             add.getResult() &&
         hidesZeroSign(op.getDpsInitOperand(result)->get());
}

namespace {
/// Follows a value to all values whose zeros may depend on the signs of its
/// zeros.
class ZeroSignWalk {
public:
  explicit ZeroSignWalk(Value value) { values.insert(value); }

  bool findReader() {
    for (unsigned i = 0; i < values.size(); ++i) {
      if (i == kMaxZeroSignValues)
        return true;
      for (OpOperand &use : values[i].getUses())
        if (!follow(use))
          return true;
    }
    return false;
  }

private:
  bool follow(OpOperand &use);
  bool followIntoContraction(OpOperand &use, ContractOp contract);
  /// Adds the results of `op`. The sign of a zero operand affects only the
  /// signs of zeros in the results.
  bool passOn(Operation *op) {
    values.insert(op->result_begin(), op->result_end());
    return true;
  }

  llvm::SetVector<Value> values;
};
} // namespace

/// The sum of products and the init hides the sign unless the init is -0.0 or
/// unknown. A result of codes does not read the init.
bool ZeroSignWalk::followIntoContraction(OpOperand &use, ContractOp contract) {
  if (use.get() != contract.getLhs() && use.get() != contract.getRhs())
    return false;
  OpResult result = contract->getResult(0);
  bool readsInit =
      getElementTypeOrSelf(result.getType()).getIntOrFloatBitWidth() > 8;
  if (!readsInit || !hidesZeroSign(contract.getInits()[0]))
    values.insert(result);
  // Other results are maxima of absolute values.
  return true;
}

/// Returns false if the owner of `use` may read the sign of a zero.
bool ZeroSignWalk::follow(OpOperand &use) {
  Operation *op = use.getOwner();
  auto isFollowed = [](Operation *linalgOp) {
    return isa<linalg::GenericOp, linalg::ReduceOp, linalg::TransposeOp,
               linalg::BroadcastOp>(linalgOp) &&
           linalgOp->getNumResults() > 0;
  };
  if (isFollowed(op)) {
    values.insert(cast<linalg::LinalgOp>(op).getMatchingBlockArgument(&use));
    return true;
  }
  if (isa<linalg::YieldOp>(op)) {
    if (!isFollowed(op->getParentOp()))
      return false;
    values.insert(op->getParentOp()->getResult(use.getOperandNumber()));
    return true;
  }
  if (auto contract = dyn_cast<ContractOp>(op))
    return followIntoContraction(use, contract);
  if (auto add = dyn_cast<arith::AddFOp>(op)) {
    Value other = add->getOperand(1 - use.getOperandNumber());
    return hidesZeroSign(other) || isSumFromConstant(add, other) || passOn(op);
  }
  if (isa<arith::CmpFOp, math::AbsFOp>(op))
    return true;
  // The sign of a divisor becomes the sign of an infinity.
  if (isa<arith::DivFOp>(op))
    return use.getOperandNumber() == 0 && passOn(op);
  // Codes that are integers may have any reader.
  if (auto convert = dyn_cast<ConvertOp>(op))
    return isa<FloatType>(getElementTypeOrSelf(convert.getType())) &&
           isa<FloatType>(getElementTypeOrSelf(use.get().getType())) &&
           passOn(op);
  if (isa<arith::ExtFOp, arith::TruncFOp, arith::NegFOp, arith::MulFOp,
          arith::SubFOp, arith::MaximumFOp, arith::MinimumFOp, arith::SelectOp,
          math::SqrtOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
          tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::ConcatOp>(op))
    return passOn(op);
  return false;
}

bool mlir::fp8::mayReadZeroSign(Value value) {
  return ZeroSignWalk(value).findReader();
}
