//===- CreateElements.cpp - tensors computed by element -------------------===//

#include "fp8/Utils/CreateElements.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

Value fp8::createElements(OpBuilder &builder, Location loc,
                          RankedTensorType type, ValueRange inputs,
                          CreateElement create, ArrayRef<AffineMap> maps) {
  int64_t rank = type.getRank();
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  SmallVector<AffineMap> allMaps(maps);
  allMaps.resize(inputs.size() + 1, identity);
  Value empty = tensor::EmptyOp::create(builder, loc, type, ValueRange());
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, inputs, empty, allMaps, loops,
             [&](OpBuilder &nested, Location bodyLoc, ValueRange elements) {
               ArithmeticBuilder b(bodyLoc, nested);
               linalg::YieldOp::create(b, create(b, elements.drop_back()));
             })
      .getResult(0);
}
