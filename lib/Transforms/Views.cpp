//===- Views.cpp - other shapes and parts of a tensor ---------------------===//

#include "Views.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

bool mlir::fp8::isView(Operation *op) {
  return isa<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
             tensor::ExtractSliceOp>(op);
}

Value mlir::fp8::getViewRoot(Value value) {
  while (value.getDefiningOp() && isView(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

SmallVector<ReassociationIndices> mlir::fp8::joinAll(int64_t rank) {
  SmallVector<ReassociationIndices> groups;
  if (rank > 0)
    groups.push_back(llvm::to_vector(llvm::seq<int64_t>(rank)));
  return groups;
}
