//===- CopyKernel.cpp - a kernel that copies ------------------------------===//

#include "CopyKernel.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

KernelOp fp8::createCopyKernel(OpBuilder &builder, Location loc, Value source,
                               Value destination) {
  auto shaped = cast<ShapedType>(destination.getType());
  auto type = RankedTensorType::get(shaped.getShape(), shaped.getElementType());
  bool isTensor = isa<RankedTensorType>(destination.getType());
  auto kernel = KernelOp::create(
      builder, loc, isTensor ? TypeRange(type) : TypeRange(), source,
      destination, builder.getStringAttr("copy"), ScheduleAttr(),
      /*bucket=*/IntegerAttr());
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&kernel.getBody());
  Value from = body->addArgument(type, loc);
  body->addArgument(type, loc);
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  SmallVector<AffineMap> maps(2,
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, type, from, empty, maps, iterators,
      [](OpBuilder &b, Location bodyLoc, ValueRange arguments) {
        linalg::YieldOp::create(b, bodyLoc, arguments.front());
      });
  KernelYieldOp::create(builder, loc, generic.getResults());
  return kernel;
}
