//===- CastElements.cpp - casts the elements of a tensor ------------------===//

#include "fp8/Utils/CastElements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

Value mlir::fp8::castElements(OpBuilder &builder, Location loc, Value value,
                              Type element) {
  auto type = cast<RankedTensorType>(value.getType());
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, value), element);
  bool isNarrower =
      element.getIntOrFloatBitWidth() < type.getElementTypeBitWidth();
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), value, empty,
             SmallVector<AffineMap>(
                 2, builder.getMultiDimIdentityMap(type.getRank())),
             SmallVector<utils::IteratorType>(type.getRank(),
                                              utils::IteratorType::parallel),
             [&](OpBuilder &b, Location bodyLoc, ValueRange arguments) {
               Value cast = isNarrower
                                ? arith::TruncFOp::create(b, bodyLoc, element,
                                                          arguments[0])
                                      .getResult()
                                : arith::ExtFOp::create(b, bodyLoc, element,
                                                        arguments[0]);
               linalg::YieldOp::create(b, bodyLoc, cast);
             })
      .getResult(0);
}
