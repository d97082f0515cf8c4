//===- Views.cpp - views and reshapes of tensors --------------------------===//

#include "fp8/Utils/Views.h"

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::fp8;

bool mlir::fp8::isView(Operation *op) {
  return isa<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
             tensor::ExtractSliceOp, BarrierOp>(op);
}

bool mlir::fp8::isView(OpOperand &use) {
  return use.getOperandNumber() == 0 && isView(use.getOwner());
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

Value mlir::fp8::createTranspose(OpBuilder &builder, Location loc, Value value,
                                 ArrayRef<int64_t> permutation) {
  auto type = cast<RankedTensorType>(value.getType());
  Value empty = tensor::EmptyOp::create(
      builder, loc, applyPermutation(type.getShape(), permutation),
      type.getElementType());
  return linalg::TransposeOp::create(builder, loc, value, empty, permutation)
      ->getResult(0);
}

Value mlir::fp8::cloneLayout(OpBuilder &builder, Operation *op, Value source) {
  Type element = getElementTypeOrSelf(source.getType());
  auto type = cast<RankedTensorType>(op->getResult(0).getType()).clone(element);
  Operation *clone = op->clone();
  clone->setOperand(0, source);
  clone->getResult(0).setType(type);
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(clone)) {
    Value init = tensor::EmptyOp::create(builder, op->getLoc(), type.getShape(),
                                         element);
    clone->setOperand(linalgOp.getDpsInitOperand(0)->getOperandNumber(), init);
    for (BlockArgument arg : linalgOp.getBlock()->getArguments())
      arg.setType(element);
  }
  builder.insert(clone);
  return clone->getResult(0);
}
