//===- Reshape.cpp - reshapes in either direction -------------------------===//

#include "fp8/Analysis/Reshape.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

std::optional<Reshape> Reshape::match(Operation *op) {
  if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op))
    return Reshape{expand.getResult(), expand.getSrc(),
                   expand.getReassociationIndices()};
  if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(op))
    return Reshape{collapse.getSrc(), collapse.getResult(),
                   collapse.getReassociationIndices()};
  return std::nullopt;
}

Value fp8::undoReshape(OpBuilder &builder, Operation *op, Value value,
                       Type type) {
  auto shaped = cast<RankedTensorType>(type);
  auto groups = Reshape::match(op)->groups;
  if (isa<tensor::ExpandShapeOp>(op))
    return tensor::CollapseShapeOp::create(builder, op->getLoc(), shaped, value,
                                           groups);
  return tensor::ExpandShapeOp::create(builder, op->getLoc(), shaped, value,
                                       groups);
}
