//===- CopyKernel.cpp - creates kernels that copy -------------------------===//

#include "CopyKernel.h"
#include "fp8/Utils/CreateElements.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

static Value createCopy(OpBuilder &builder, Location loc, Value from) {
  return createElements(builder, loc, cast<RankedTensorType>(from.getType()),
                        from, [](ArithmeticBuilder &, ValueRange elements) {
                          return elements.front();
                        });
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
