//===- Views.cpp - views and reshapes of tensors --------------------------===//

#include "fp8/Utils/Views.h"

#include "fp8/Analysis/Movement.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::fp8;

bool mlir::fp8::isView(OpOperand &use) {
  return use.getOperandNumber() == 0 &&
         getMovedSource(use.getOwner(), Move::View);
}

SmallVector<OpOperand *> mlir::fp8::getReads(Value value) {
  SmallVector<OpOperand *> reads;
  SmallVector<Value> aliases = {value};
  for (size_t i = 0; i < aliases.size(); ++i)
    for (OpOperand &use : aliases[i].getUses())
      if (isView(use))
        aliases.push_back(use.getOwner()->getResult(0));
      else
        reads.push_back(&use);
  return reads;
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
