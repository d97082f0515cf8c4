//===- LiftConstants.cpp - conversion of constants into operands ----------===//

#include "FlattenKernel.h"
#include "fp8/Analysis/Buckets.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::fp8;

/// Replaces `constant` in the body of `generic` by a new input, the rank-0
/// tensor `value`.
static void readInstead(linalg::GenericOp generic, arith::ConstantOp constant,
                        Value value) {
  unsigned position = generic.getNumDpsInputs();
  generic.getInputsMutable().append(value);
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  maps.insert(maps.begin() + position,
              AffineMap::get(generic.getNumLoops(), 0, generic.getContext()));
  generic.setIndexingMapsAttr(
      Builder(generic.getContext()).getAffineMapArrayAttr(maps));
  Value element = generic.getBody()->insertArgument(
      position, constant.getType(), constant.getLoc());
  constant.getResult().replaceAllUsesWith(element);
  constant.erase();
}

void fp8::liftConstants(OpBuilder &builder, FlatKernel &flat,
                        ArrayRef<unsigned> positions) {
  SmallVector<arith::ConstantOp> constants = getGenericConstants(flat.kernel);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(flat.kernel);
  for (unsigned position : positions) {
    arith::ConstantOp constant = constants[position];
    auto type = RankedTensorType::get({}, constant.getType());
    auto tensor = arith::ConstantOp::create(
        builder, constant.getLoc(),
        DenseElementsAttr::get(type, ArrayRef<Attribute>(constant.getValue())));
    flat.ops.insert(llvm::find(flat.ops, flat.kernel), tensor);
    unsigned number = flat.kernel.getInputs().size();
    flat.kernel.getInputsMutable().append(tensor.getResult());
    Value argument =
        flat.kernel.getBody().insertArgument(number, type, constant.getLoc());
    readInstead(constant->getParentOfType<linalg::GenericOp>(), constant,
                argument);
  }
}
