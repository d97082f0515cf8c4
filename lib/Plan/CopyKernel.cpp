//===- CopyKernel.cpp - creates kernels that copy -------------------------===//

#include "CopyKernel.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

static Value createCopy(OpBuilder &builder, Location loc, Value from) {
  auto type = cast<RankedTensorType>(from.getType());
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  SmallVector<AffineMap> maps(2,
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, from, empty, maps, iterators,
             [](OpBuilder &b, Location bodyLoc, ValueRange arguments) {
               linalg::YieldOp::create(b, bodyLoc, arguments.front());
             })
      .getResult(0);
}

KernelOp fp8::createCopyKernel(OpBuilder &builder, Location loc,
                               ValueRange sources, ValueRange destinations) {
  SmallVector<Type> types;
  for (Value destination : destinations) {
    auto shaped = cast<ShapedType>(destination.getType());
    types.push_back(
        RankedTensorType::get(shaped.getShape(), shaped.getElementType()));
  }
  bool isTensor = isa<RankedTensorType>(destinations.front().getType());
  auto kernel = KernelOp::create(
      builder, loc, isTensor ? TypeRange(types) : TypeRange(), sources,
      destinations, builder.getStringAttr("copy"), ScheduleAttr(),
      /*bucket=*/IntegerAttr());
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&kernel.getBody());
  for (unsigned i : {0, 1}) {
    (void)i; // sources, then destinations
    body->addArguments(types, SmallVector<Location>(types.size(), loc));
  }
  SmallVector<Value> copies;
  for (Value from : body->getArguments().take_front(types.size()))
    copies.push_back(createCopy(builder, loc, from));
  KernelYieldOp::create(builder, loc, copies);
  return kernel;
}
