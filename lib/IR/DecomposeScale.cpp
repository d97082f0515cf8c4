//===- DecomposeScale.cpp - compute_scale and update_scales ---------------===//

#include "Decompose.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

using Values = SmallVector<Value>;

FailureOr<SmallVector<Value>>
ComputeScaleOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  TensorBuilder builder(getLoc(), opBuilder);
  Values inputs = {getAmax()};
  if (getPrevious())
    inputs.push_back(getPrevious());
  ArrayRef<int64_t> shape = getAmax().getType().getShape();
  Type f32 = opBuilder.getF32Type();
  return builder.elementwise(
      inputs, {builder.empty(shape, f32), builder.empty(shape, f32)},
      [&](ElementBuilder &e, ValueRange arguments) {
        auto [scale, scaleInv] =
            e.computeScale(arguments[0], getFormat(), getScaling(),
                           getPrevious() ? arguments[1] : Value());
        return Values{scale, scaleInv};
      });
}

//===----------------------------------------------------------------------===//
// Granules
//===----------------------------------------------------------------------===//

MadeScales fp8::makeScales(TensorBuilder &builder, const Granules &granules,
                           Value view, Format format,
                           std::optional<ScalingAttr> scaling,
                           Value scaleInvInit) {
  ArrayRef<int64_t> shape = granules.getScaleShape();
  Value amax =
      builder.amax(view, builder.filled(shape, 0.0f), granules.getScaleMap());
  bool isMX =
      isa<Float8E8M0FNUType>(getElementTypeOrSelf(scaleInvInit.getType()));
  Values results = builder.elementwise(
      amax, {builder.empty(shape, builder.getF32Type()), scaleInvInit},
      [&](ElementBuilder &e, ValueRange arguments) {
        if (isMX) {
          auto [code, scale] = e.computeE8M0(arguments[0], format);
          return Values{scale, e.toE8M0(code)};
        }
        auto [scale, scaleInv] =
            e.computeScale(arguments[0], format, scaling, /*previous=*/{});
        return Values{scale, scaleInv};
      });
  return {results[0], results[1]};
}

//===----------------------------------------------------------------------===//
// update_scales
//===----------------------------------------------------------------------===//

/// Returns rows `from` to the end of the history; if `alone`, only row `from`,
/// as a vector.
static Value sliceRows(TensorBuilder &b, Value history, int64_t from,
                       bool alone) {
  auto type = cast<RankedTensorType>(history.getType());
  int64_t numRows = alone ? 1 : type.getDimSize(0) - from;
  int64_t numColumns = type.getDimSize(1);
  SmallVector<int64_t> shape = {numRows, numColumns};
  if (alone)
    shape = {numColumns};
  auto index = [&](int64_t value) { return b.getIndexAttr(value); };
  return tensor::ExtractSliceOp::create(
      b, RankedTensorType::get(shape, type.getElementType()), history,
      ArrayRef<OpFoldResult>{index(from), index(0)},
      ArrayRef<OpFoldResult>{index(numRows), index(numColumns)},
      ArrayRef<OpFoldResult>{index(1), index(1)});
}

/// Returns the elementwise maximum of `last` and all rows of `history` except
/// the first.
static Value getWindow(TensorBuilder &b, Value history, Value last) {
  Value rows = sliceRows(b, history, 1, /*alone=*/false);
  AffineMap column = AffineMap::get(2, 0, b.getAffineDimExpr(1));
  return b
      .generic(rows, last, {b.getMultiDimIdentityMap(2), column},
               [](ElementBuilder &e, ValueRange arguments) {
                 // Skip NaN in the history.
                 Value row = e.select(
                     e.equal(arguments[0], arguments[0]), arguments[0],
                     e.number(-std::numeric_limits<float>::infinity()));
                 return Values{e.max(arguments[1], row)};
               })
      .front();
}

/// Shifts the rows of `history` up by one, replaces the last row by `last`, and
/// sets the first row to 0. Columns in which `last` is 0 stay unchanged.
static Value rotate(TensorBuilder &b, Value history, Value last) {
  auto type = cast<RankedTensorType>(history.getType());
  int64_t numRows = type.getDimSize(0);
  AffineMap identity = b.getMultiDimIdentityMap(2);
  AffineMap column = AffineMap::get(2, 0, b.getAffineDimExpr(1));
  return b
      .generic({history, last}, b.empty(type.getShape(), type.getElementType()),
               {identity, column, identity},
               [&](ElementBuilder &e, ValueRange arguments) {
                 Value row = linalg::IndexOp::create(e, 0);
                 Value next = e.min(e.add(row, 1), numRows - 1);
                 Value moved = tensor::ExtractOp::create(
                     e, history,
                     ValueRange{next, linalg::IndexOp::create(e, 1)});
                 Value isLast = e.equal(row, numRows - 1);
                 moved = e.select(isLast, arguments[1], moved);
                 moved = e.select(e.equal(row, 0), 0.0f, moved);
                 Value isUnused = e.equal(arguments[1], 0.0f);
                 return Values{e.select(isUnused, arguments[0], moved)};
               })
      .front();
}

FailureOr<SmallVector<Value>>
UpdateScalesOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  // Without tensors nothing changes, and the verifier of tensor.extract_slice
  // would reject the empty slice.
  if (getAmaxes().getType().getNumElements() == 0)
    return Values{getHistory(), getScales(), getAmaxes()};
  TensorBuilder builder(getLoc(), opBuilder);
  ArrayRef<int64_t> columns = getAmaxes().getType().getShape();
  Type f32 = opBuilder.getF32Type();
  constexpr float infinity = std::numeric_limits<float>::infinity();

  Values measured = builder.elementwise(
      {getAmaxes(), sliceRows(builder, getHistory(), 0, /*alone=*/true)},
      {builder.empty(columns, f32), builder.empty(columns, f32)},
      [&](ElementBuilder &e, ValueRange arguments) {
        Value zero = e.number(0.0f);
        Value isFinite = e.less(e.abs(arguments[0]), infinity);
        Value amax = e.select(isFinite, arguments[0], zero);
        Value last = e.select(e.equal(amax, zero), arguments[1], amax);
        return Values{last, e.select(isFinite, zero, 1.0f)};
      });
  Value last = measured[0];
  bool hasWindow =
      getAlgo() == AmaxAlgo::Max && getHistory().getType().getDimSize(0) > 1;
  Value window = hasWindow ? getWindow(builder, getHistory(), last) : last;
  Value scales =
      builder
          .elementwise({window, last, getScales()}, builder.empty(columns, f32),
                       [&](ElementBuilder &e, ValueRange arguments) {
                         Value previous = arguments[2];
                         Value scale = e.computeScale(arguments[0], getFormat(),
                                                      getScaling(), previous)
                                           .first;
                         Value isUnused = e.equal(arguments[1], 0.0f);
                         return Values{e.select(isUnused, previous, scale)};
                       })
          .front();
  return Values{rotate(builder, getHistory(), last), scales, measured[1]};
}
