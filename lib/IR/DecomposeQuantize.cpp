//===- DecomposeQuantize.cpp - quantize, dequantize and amax --------------===//

#include "Decompose.h"
#include "fp8/Numerics/Philox.h"

using namespace mlir;
using namespace mlir::fp8;

using Values = SmallVector<Value>;

//===----------------------------------------------------------------------===//
// quantize
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>>
QuantizeOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  if (getRounding() == RoundingMode::StochasticHW)
    return refuseToDecompose(*this, "with rounding stochastic_hw",
                             "nearest_even, stochastic and quasi_stochastic");
  TensorBuilder builder(getLoc(), opBuilder);
  auto inputType = cast<RankedTensorType>(getInput().getType());
  Granules granules(getGranularityOrTensor(), inputType);
  Value input = granules.open(builder, getInput());
  MadeScales made;
  if (makesScale())
    made = makeScales(builder, granules, input, getFormat(), getScaling(),
                      getScaleInvInit());
  Value scale = makesScale() ? made.scale : getScale();

  bool isStochastic = drawsBits(getRounding());
  AffineMap scaleMap = granules.getScaleMap(), dataMap = granules.getDataMap();
  Value codes =
      builder
          .generic({input, scale}, granules.open(builder, getCodesInit()),
                   {dataMap, scaleMap, dataMap},
                   [&](ElementBuilder &e, ValueRange arguments) {
                     Value scaled = e.mul(e.decode(arguments[0]), arguments[1]);
                     Value random;
                     if (isStochastic) {
                       Value index =
                           emitWholeIndex(e, granules.getIndices(e),
                                          getMixedOffsets(), getWholeShape());
                       random = emitRandomBits(
                           e, getRounding(), getSeed(), *getStream(), index,
                           getStep(), getUse().value_or(numerics::use::update),
                           getUseOffset());
                     }
                     return Values{e.encode(scaled, arguments[2].getType(),
                                            std::nullopt, random)};
                   })
          .front();
  codes = granules.close(builder, codes, getCodesInit().getType());

  Values results = {codes};
  if (makesScale())
    results.push_back(made.scaleInv);
  if (getWithAmax())
    results.push_back(builder.amax(getInput(), getAmaxInit()));
  return results;
}

//===----------------------------------------------------------------------===//
// dequantize
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>>
DequantizeOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  TensorBuilder builder(getLoc(), opBuilder);
  Granules granules(getGranularityOrTensor(),
                    cast<RankedTensorType>(getCodes().getType()));
  AffineMap dataMap = granules.getDataMap();
  Value view =
      builder
          .generic({granules.open(builder, getCodes()), getScaleInv()},
                   granules.open(builder, getInit()),
                   {dataMap, granules.getScaleMap(), dataMap},
                   [](ElementBuilder &e, ValueRange arguments) {
                     Value wide =
                         e.mul(e.decode(arguments[0]), e.decode(arguments[1]));
                     return Values{e.encode(wide, arguments[2].getType())};
                   })
          .front();
  return Values{granules.close(builder, view, getInit().getType())};
}

//===----------------------------------------------------------------------===//
// amax
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> AmaxOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  TensorBuilder builder(getLoc(), opBuilder);
  Granules granules(getGranularityOrTensor(),
                    cast<RankedTensorType>(getInput().getType()));
  return Values{builder.amax(granules.open(builder, getInput()), getInit(),
                             granules.getScaleMap())};
}
