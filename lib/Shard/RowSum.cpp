//===- RowSum.cpp - reductions over all elements --------------------------===//

#include "RowSum.h"

#include "fp8/Analysis/KernelDomain.h"

using namespace mlir;
using namespace mlir::fp8;

static std::optional<ReductionKind> getKind(CombinerKind kind) {
  if (kind == CombinerKind::Sum)
    return ReductionKind::Sum;
  if (kind == CombinerKind::Maximum)
    return ReductionKind::Max;
  return std::nullopt;
}

std::optional<RowSum> mlir::fp8::matchRowSum(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || !linalgOp.hasPureTensorSemantics() ||
      op->getNumResults() != 1 || linalgOp.hasDynamicShape() ||
      linalgOp.getNumLoops() == 0 ||
      linalgOp.getNumReductionLoops() != linalgOp.getNumLoops())
    return std::nullopt;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  std::optional<Combiner> combiner = matchCombiner(linalgOp, 0);
  if (type.getRank() != 0 || !type.getElementType().isF32() || !combiner)
    return std::nullopt;
  std::optional<ReductionKind> kind = getKind(combiner->kind);
  if (!kind)
    return std::nullopt;
  WalkResult indices = linalgOp.getBlock()->walk([](linalg::IndexOp index) {
    return index.getDim() == 0 ? WalkResult::interrupt()
                               : WalkResult::advance();
  });
  if (indices.wasInterrupted())
    return std::nullopt;
  RowSum sum{linalgOp, *kind, combiner->element, {}, 1};
  AffineExpr row = getAffineDimExpr(0, op->getContext());
  for (OpOperand *operand : linalgOp.getDpsInputOperands()) {
    AffineMap map = linalgOp.getMatchingIndexingMap(operand);
    if (!map.isFunctionOfDim(0))
      continue;
    if (map.getResult(0) != row ||
        llvm::any_of(map.getResults().drop_front(),
                     [](AffineExpr expr) { return expr.isFunctionOfDim(0); }))
      return std::nullopt;
    sum.aligned.push_back(operand);
  }
  SmallVector<int64_t> extents = linalgOp.getStaticLoopRanges();
  for (int64_t extent : ArrayRef(extents).drop_front())
    sum.rowElements *= extent;
  return sum;
}
