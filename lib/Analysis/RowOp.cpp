//===- RowOp.cpp - ops that treat rows separately -------------------------===//

#include "fp8/Analysis/RowOp.h"
#include "fp8/Analysis/Reshape.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::fp8;

static bool hasRows(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() != 0 && tensor.hasStaticShape();
}

/// Returns true if the first result of `map` is the dimension `loop`, and no
/// other result is.
static bool hasFirst(AffineMap map, unsigned loop) {
  if (map.getNumResults() == 0 ||
      map.getResult(0) != getAffineDimExpr(loop, map.getContext()))
    return false;
  return llvm::none_of(map.getResults().drop_front(), [&](AffineExpr expr) {
    return expr.isFunctionOfDim(loop);
  });
}

static bool readsIndex(Block &body, unsigned loop) {
  return body
      .walk([&](linalg::IndexOp index) {
        return index.getDim() == loop ? WalkResult::interrupt()
                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

static std::optional<RowOp> matchLinalg(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() == 0 ||
      !hasRows(op->getResult(0).getType()))
    return std::nullopt;
  auto first = dyn_cast<AffineDimExpr>(
      op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getResult(0));
  if (!first)
    return std::nullopt;
  unsigned loop = first.getPosition();
  if (op.getIteratorTypesArray()[loop] != utils::IteratorType::parallel)
    return std::nullopt;
  RowOp match;
  match.readsNumber = readsIndex(*op.getBlock(), loop);
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (hasFirst(map, loop))
      match.aligned.push_back(&operand);
    else if (op.isDpsInit(&operand) || map.isFunctionOfDim(loop))
      return std::nullopt;
  }
  return match;
}

static bool isDynamic(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

std::optional<RowOp> mlir::fp8::matchRowOp(Operation *op) {
  if (!op || llvm::any_of(op->getOperandTypes(), isDynamic))
    return std::nullopt;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return matchLinalg(linalgOp);
  if (std::optional<Reshape> reshape = Reshape::match(op)) {
    bool keepsRows = !reshape->groups.empty() &&
                     reshape->groups.front().size() == 1 &&
                     hasRows(reshape->expanded.getType());
    return keepsRows ? std::optional(RowOp{{&op->getOpOperand(0)}})
                     : std::nullopt;
  }
  if (!OpTrait::hasElementwiseMappableTraits(op) || op->getNumResults() != 1 ||
      !hasRows(op->getResult(0).getType()))
    return std::nullopt;
  RowOp match;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()))
      match.aligned.push_back(&operand);
  return match;
}
