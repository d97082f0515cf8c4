//===- CloneOp.cpp - copies of ops with other operands --------------------===//

#include "fp8/IR/CloneOp.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

Operation *mlir::fp8::cloneWithOperands(OpBuilder &builder, Operation *op,
                                        TypeRange types, ValueRange operands) {
  Operation *copy = Operation::create(
      op->getLoc(), op->getName(), types, operands,
      NamedAttrList(op->getDiscardableAttrDictionary()),
      op->getPropertiesStorage(), op->getSuccessors(), op->getNumRegions());
  IRMapping mapping;
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), copy->getRegions()))
    from.cloneInto(&to, mapping);
  return builder.insert(copy);
}
