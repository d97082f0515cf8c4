//===- DecomposeScatter.cpp - decomposition of fp8.scatter_add ------------===//

#include "Decompose.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

using Values = SmallVector<Value>;

/// The slice of `whole` at the position `starts` in the first dimensions. It
/// covers all other dimensions.
namespace {
struct Slice {
  RankedTensorType type;
  SmallVector<OpFoldResult> offsets, sizes, strides;

  Slice(OpBuilder &b, RankedTensorType whole, ArrayRef<Value> starts) {
    ArrayRef<int64_t> shape = whole.getShape();
    type = RankedTensorType::get(shape.drop_front(starts.size()),
                                 whole.getElementType());
    llvm::append_range(offsets, starts);
    sizes.append(starts.size(), b.getIndexAttr(1));
    for (int64_t extent : shape.drop_front(starts.size())) {
      offsets.push_back(b.getIndexAttr(0));
      sizes.push_back(b.getIndexAttr(extent));
    }
    strides.append(shape.size(), b.getIndexAttr(1));
  }
};
} // namespace

FailureOr<SmallVector<Value>>
ScatterAddOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  ImplicitLocOpBuilder b(getLoc(), opBuilder);
  auto resultType = cast<RankedTensorType>(getInit().getType());
  auto updatesType = cast<RankedTensorType>(getUpdates().getType());
  auto indicesType = cast<RankedTensorType>(getIndices().getType());
  // An empty result contains no position, and empty `updates` add nothing.
  if (resultType.getNumElements() == 0 || updatesType.getNumElements() == 0)
    return SmallVector<Value>{getInit()};
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  // Slices are added one after the other, so equal positions add in a fixed
  // order.
  auto loop = scf::ForOp::create(b, index(0), index(indicesType.getDimSize(0)),
                                 index(1), ValueRange(getInit()));
  OpBuilder::InsertionGuard guard(opBuilder);
  b.setInsertionPointToStart(loop.getBody());
  Value i = loop.getInductionVar(), result = loop.getRegionIterArg(0);

  // If the slice is outside the result, write slice 0 back unchanged. A select
  // instead of a branch keeps the loop body free of control flow.
  Value isInside = arith::ConstantIntOp::create(b, 1, 1);
  SmallVector<Value> position;
  for (int64_t k = 0, e = indicesType.getDimSize(1); k < e; ++k) {
    Value at =
        tensor::ExtractOp::create(b, getIndices(), ValueRange{i, index(k)});
    if (!at.getType().isIndex())
      at = arith::IndexCastOp::create(b, b.getIndexType(), at);
    Value fits = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, at,
                                       index(resultType.getDimSize(k)));
    isInside = arith::AndIOp::create(b, isInside, fits);
    position.push_back(at);
  }
  for (Value &at : position)
    at = arith::SelectOp::create(b, isInside, at, index(0));

  Slice from(b, updatesType, i);
  Value update = tensor::ExtractSliceOp::create(
      b, from.type, getUpdates(), from.offsets, from.sizes, from.strides);
  Slice to(b, resultType, position);
  Value old = tensor::ExtractSliceOp::create(b, to.type, result, to.offsets,
                                             to.sizes, to.strides);
  TensorBuilder builder(getLoc(), b);
  Value sum =
      builder
          .elementwise(update, old,
                       [&](ElementBuilder &e, ValueRange arguments) {
                         Type type = resultType.getElementType();
                         Value value = e.add(e.decode(arguments[1]),
                                             e.decode(arguments[0]));
                         if (value.getType() != type)
                           value = arith::TruncFOp::create(e, type, value);
                         return Values{e.select(isInside, value, arguments[1])};
                       })
          .front();
  Value inserted = tensor::InsertSliceOp::create(b, sum, result, to.offsets,
                                                 to.sizes, to.strides);
  scf::YieldOp::create(b, inserted);
  return Values{loop.getResult(0)};
}
