//===- AdjacentHeads.cpp - layouts of attention for cuDNN -----------------===//

#include "AdjacentHeads.h"
#include "fp8/IR/FP8.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns a map whose result i is result `order[i]` of `map`.
static AffineMap reorder(AffineMap map, ArrayRef<int64_t> order) {
  return map.getSubMap(llvm::to_vector_of<unsigned>(order));
}

/// Returns an order of the results of `map` in which the dimension of the
/// elements of a head comes last. The number of this dimension is at least
/// `first`. Returns an empty order if it already comes last, or if `map` does
/// not have it.
static SmallVector<int64_t> findOrder(AffineMap map, unsigned first) {
  SmallVector<int64_t> order;
  std::optional<int64_t> element;
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    if (cast<AffineDimExpr>(expr).getPosition() >= first)
      element = i;
    else
      order.push_back(i);
  }
  if (!element || *element + 1 == int64_t(map.getNumResults()))
    return {};
  order.push_back(*element);
  return order;
}

template <typename OpTy>
void AdjacentHeads::reorderDims(OpTy op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (OpOperand &operand : op->getOpOperands()) {
    auto found = transposed.find(operand.get());
    if (found == transposed.end())
      continue;
    AffineMap &map = maps[operand.getOperandNumber()];
    map = reorder(map, found->second.order);
    operand.set(found->second.source);
  }
  OpBuilder builder(op);
  unsigned firstInit = op.getInits().getBeginOperandIndex();
  for (OpResult result : op->getResults()) {
    unsigned operand = firstInit + result.getResultNumber();
    SmallVector<int64_t> order =
        findOrder(maps[operand], op.getNumRowDims() + 1);
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (order.empty() || !type || !type.hasStaticShape())
      continue;
    Value init = tensor::EmptyOp::create(
        builder, op.getLoc(), applyPermutation(type.getShape(), order),
        type.getElementType());
    op->setOperand(operand, init);
    maps[operand] = reorder(maps[operand], order);
    result.setType(init.getType());
    reordered.emplace_back(result.getResultNumber(), order);
  }
  op.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
}

Operation *AdjacentHeads::copy(Operation *op) {
  reordered.clear();
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Operation *copied = builder.clone(*op);
  if (auto forward = dyn_cast<AttentionOp>(copied))
    reorderDims(forward);
  else
    reorderDims(cast<AttentionBackwardOp>(copied));
  return copied;
}

void AdjacentHeads::discard(Operation *copied) {
  SmallVector<Value> operands =
      llvm::to_vector_of<Value>(copied->getOperands());
  copied->erase();
  for (Value operand : operands)
    if (auto init = operand.getDefiningOp<tensor::EmptyOp>())
      if (init->use_empty())
        init.erase();
}

void AdjacentHeads::replace(Operation *op, Operation *copied) {
  SmallVector<Value> results = llvm::to_vector_of<Value>(copied->getResults());
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(copied);
  for (auto &[number, order] : reordered) {
    Value source = results[number];
    // Dimension i of the source becomes dimension order[i] of the result.
    results[number] = createTranspose(builder, source.getLoc(), source,
                                      invertPermutationVector(order));
    transposed[results[number]] = {source, order};
  }
  op->replaceAllUsesWith(results);
  op->erase();
}
