//===- DecomposeInit.cpp - fp8.init ---------------------------------------===//

#include "Decompose.h"
#include "fp8/IR/ExpansionBuilder.h"
#include "fp8/Numerics/Init.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::fp8;

using Values = SmallVector<Value>;

namespace {
/// The values of one fp8.init, each computed where it is needed: what is kept
/// is not larger than the results.
class InitDecomposer {
public:
  InitDecomposer(InitOp op, OpBuilder &opBuilder)
      : op(op), builder(opBuilder, op.getLoc()), values(op.getInitialValues()) {
  }

  Values run();

private:
  /// The f32 value of the element that the enclosing generic is at, in a part
  /// of the whole at `offsets`.
  Value emitValue(ElementBuilder &e, ArrayRef<OpFoldResult> offsets);
  /// max|value| over the part of `shape` at `offsets`, by `map`.
  Value makeAmax(ArrayRef<int64_t> shape, ArrayRef<OpFoldResult> offsets,
                 AffineMap map, ArrayRef<int64_t> amaxShape);
  Value makeWholeAmax();
  /// The scales of the granules, and what is stored of them.
  std::pair<Value, Value> makeScales(const Granules &granules);

  InitOp op;
  TensorBuilder builder;
  numerics::InitialValues values;
};
} // namespace

Value InitDecomposer::emitValue(ElementBuilder &e,
                                ArrayRef<OpFoldResult> offsets) {
  ExpansionBuilder expansion(e.builder(), e.builder().getF32Type());
  Value bits;
  if (op.draws())
    bits = emitInitialBits(e, op.getSeed(), *op.getStream(),
                           emitWholeIndex(e, offsets, op.getWholeShape()));
  return numerics::expandInitialValue(expansion, values, bits);
}

Value InitDecomposer::makeAmax(ArrayRef<int64_t> shape,
                               ArrayRef<OpFoldResult> offsets, AffineMap map,
                               ArrayRef<int64_t> amaxShape) {
  ImplicitLocOpBuilder &b = builder.builder();
  // The loops have no operand of their extents. One vector for each gives them
  // without a tensor of the shape.
  Values extents;
  SmallVector<AffineMap> maps;
  for (auto [d, extent] : llvm::enumerate(shape)) {
    extents.push_back(builder.empty(extent, b.getF32Type()));
    maps.push_back(
        AffineMap::get(shape.size(), 0, b.getAffineDimExpr(d), b.getContext()));
  }
  maps.push_back(map);
  return builder
      .generic(extents, builder.filled(amaxShape, 0.0f), maps,
               [&](ElementBuilder &e, ValueRange arguments) {
                 Value magnitude = e.abs(emitValue(e, offsets));
                 return Values{e.maximum(arguments.back(), magnitude)};
               })
      .front();
}

Value InitDecomposer::makeWholeAmax() {
  ArrayRef<int64_t> shape = op.getWholeShape();
  if (!op.draws()) {
    bool isEmpty = ShapedType::getNumElements(shape) == 0;
    return builder.filled({}, isEmpty ? 0.0f : std::fabs(values.center));
  }
  SmallVector<OpFoldResult> zeros(shape.size(),
                                  builder.builder().getIndexAttr(0));
  return makeAmax(shape, zeros,
                  AffineMap::get(shape.size(), 0, op.getContext()), {});
}

std::pair<Value, Value> InitDecomposer::makeScales(const Granules &granules) {
  GranularityAttr granularity = op.getGranularityOrTensor();
  ArrayRef<int64_t> shape = granules.getScaleShape();
  Value amax = granularity.isTensor()
                   ? makeWholeAmax()
                   : makeAmax(op.getMainType().getShape(), op.getMixedOffsets(),
                              granules.getScaleMap(), shape);
  Values results = builder.elementwise(
      amax,
      {builder.empty(shape, builder.builder().getF32Type()),
       op.getScaleInvInit()},
      [&](ElementBuilder &e, ValueRange arguments) {
        if (granularity.getKind() == GranularityKind::MX) {
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
                    cast<RankedTensorType>(op.getMainType()),
                    /*mayView=*/false);
  AffineMap identity = granules.getDataMap();
  Values inputs, outputs = {op.getMainInit()};
  SmallVector<AffineMap> maps;
  Value scaleInv;
  if (op.makesCodes()) {
    auto [scale, inverse] = makeScales(granules);
    scaleInv = inverse;
    inputs.push_back(scale);
    maps.push_back(granules.getScaleMap());
  }
  if (op.getWithWide())
    outputs.push_back(op.getWideInit());
  maps.append(outputs.size(), identity);

  Values made = builder.generic(
      inputs, outputs, maps, [&](ElementBuilder &e, ValueRange arguments) {
        Value value = emitValue(e, op.getMixedOffsets());
        ValueRange results = arguments.drop_front(inputs.size());
        Values encoded;
        Value scaled = inputs.empty() ? value : e.mul(value, arguments[0]);
        encoded.push_back(e.encode(scaled, results[0].getType()));
        if (op.getWithWide())
          encoded.push_back(e.encode(value, results[1].getType()));
        return encoded;
      });

  Values results = {made[0]};
  if (scaleInv)
    results.push_back(scaleInv);
  if (op.getWithAmax())
    results.push_back(makeWholeAmax());
  if (op.getWithWide())
    results.push_back(made[1]);
  return results;
}

FailureOr<SmallVector<Value>> InitOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  return InitDecomposer(*this, opBuilder).run();
}
