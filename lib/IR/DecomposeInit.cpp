//===- DecomposeInit.cpp - fp8.init ---------------------------------------===//

#include "Decompose.h"
#include "fp8/IR/ExpansionBuilder.h"
#include "fp8/Numerics/Init.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::fp8;

using Values = SmallVector<Value>;

namespace {
/// Computes the values of one fp8.init. Recomputes values at each use instead
/// of storing them, so that no temporary is larger than the results.
class InitDecomposer {
public:
  InitDecomposer(InitOp op, OpBuilder &opBuilder)
      : op(op), builder(op.getLoc(), opBuilder), values(op.getInitialValues()) {
  }

  Values run();

private:
  /// Emits the f32 value of the element at `indices` of a local tensor.
  /// `offsets` is the position of the local tensor in the whole tensor.
  Value emitValue(ElementBuilder &e, ArrayRef<Value> indices,
                  ArrayRef<OpFoldResult> offsets);
  /// Computes the amaxes of the granules of a local tensor, in the shape of the
  /// scales. `offsets` is its position in the whole tensor.
  Value makeAmax(const Granules &granules, ArrayRef<OpFoldResult> offsets);
  Value makeWholeAmax();
  /// Computes the scales of the granules, and the inverse scales to store.
  MadeScales makeScales(const Granules &granules);

  InitOp op;
  TensorBuilder builder;
  numerics::InitialValues values;
};
} // namespace

Value InitDecomposer::emitValue(ElementBuilder &e, ArrayRef<Value> indices,
                                ArrayRef<OpFoldResult> offsets) {
  ExpansionBuilder expansion(e, e.getF32Type());
  Value bits;
  if (op.draws())
    bits = emitInitialBits(
        e, op.getSeed(), *op.getStream(),
        emitWholeIndex(e, indices, offsets, op.getWholeShape()));
  return numerics::expandInitialValue(expansion, values, bits);
}

Value InitDecomposer::makeAmax(const Granules &granules,
                               ArrayRef<OpFoldResult> offsets) {
  // The generic reads no data that could determine its loop extents. One empty
  // vector per dimension determines them without a full-size tensor.
  ArrayRef<int64_t> shape = granules.getViewShape();
  Values extents;
  SmallVector<AffineMap> maps;
  for (auto [d, extent] : llvm::enumerate(shape)) {
    extents.push_back(builder.empty(extent, builder.getF32Type()));
    maps.push_back(AffineMap::get(shape.size(), 0, builder.getAffineDimExpr(d),
                                  builder.getContext()));
  }
  maps.push_back(granules.getScaleMap());
  return builder
      .generic(extents, builder.filled(granules.getScaleShape(), 0.0f), maps,
               [&](ElementBuilder &e, ValueRange arguments) {
                 Value value = emitValue(e, granules.getIndices(e), offsets);
                 return Values{e.max(arguments.back(), e.abs(value))};
               })
      .front();
}

Value InitDecomposer::makeWholeAmax() {
  ArrayRef<int64_t> shape = op.getWholeShape();
  if (!op.draws()) {
    bool isEmpty = ShapedType::getNumElements(shape) == 0;
    return builder.filled({}, isEmpty ? 0.0f : std::fabs(values.center));
  }
  auto type = RankedTensorType::get(shape, builder.getF32Type());
  auto wholeTensor =
      GranularityAttr::get(op.getContext(), GranularityKind::Tensor);
  SmallVector<OpFoldResult> zeros(shape.size(), builder.getIndexAttr(0));
  return makeAmax(Granules(wholeTensor, type), zeros);
}

MadeScales InitDecomposer::makeScales(const Granules &granules) {
  GranularityAttr granularity = op.getGranularityOrTensor();
  Value amax = granularity.isTensor()
                   ? makeWholeAmax()
                   : makeAmax(granules, op.getMixedOffsets());
  Values results = builder.elementwise(
      amax,
      {builder.empty(granules.getScaleShape(), builder.getF32Type()),
       op.getScaleInvInit()},
      [&](ElementBuilder &e, ValueRange arguments) {
        if (granularity.isMX()) {
          auto [code, scale] = e.computeE8M0(arguments[0], op.getFormat());
          return Values{scale, e.toE8M0(code)};
        }
        auto [scale, scaleInv] = e.computeScale(
            arguments[0], op.getFormat(), op.getScaling(), /*previous=*/{});
        return Values{scale, scaleInv};
      });
  return {results[0], results[1]};
}

Values InitDecomposer::run() {
  Granules granules(op.getGranularityOrTensor(),
                    cast<RankedTensorType>(op.getMainType()));
  Values inputs, outputs = {granules.open(builder, op.getMainInit())};
  SmallVector<AffineMap> maps;
  MadeScales made;
  if (op.makesCodes()) {
    made = makeScales(granules);
    inputs.push_back(made.scale);
    maps.push_back(granules.getScaleMap());
  }
  if (op.getWithWide())
    outputs.push_back(granules.open(builder, op.getWideInit()));
  maps.append(outputs.size(), granules.getDataMap());

  Values views = builder.generic(
      inputs, outputs, maps, [&](ElementBuilder &e, ValueRange arguments) {
        Value value =
            emitValue(e, granules.getIndices(e), op.getMixedOffsets());
        ValueRange destinations = arguments.drop_front(inputs.size());
        Value scaled = inputs.empty() ? value : e.mul(value, arguments[0]);
        Values encoded = {e.encode(scaled, destinations[0].getType())};
        if (op.getWithWide())
          encoded.push_back(e.encode(value, destinations[1].getType()));
        return encoded;
      });

  Values results = {
      granules.close(builder, views[0], op.getMainInit().getType())};
  if (made.scaleInv)
    results.push_back(made.scaleInv);
  if (op.getWithAmax())
    results.push_back(makeWholeAmax());
  if (op.getWithWide())
    results.push_back(
        granules.close(builder, views[1], op.getWideInit().getType()));
  return results;
}

FailureOr<SmallVector<Value>> InitOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  return InitDecomposer(*this, opBuilder).run();
}
