//===- QuantizeOps.cpp - fp8.quantize and fp8.dequantize ------------------===//

#include "FP8Support.h"
#include "Granules.h"

#include "fp8/Numerics/Draws.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

namespace {
/// fp8.quantize, evaluated in the order of its description: scales, codes,
/// amax.
struct Quantize {
  Use input, codes;
  std::optional<Use> scale, scaleInv, amax, seed, step, useOffset;
  /// Slots of the results that are present.
  SmallVector<unsigned> slots;
  Granules granules;
  ScaleRule rule;
  const numerics::FormatSpec *spec;
  uint32_t stream, use;
  numerics::Sequence sequence;
  Placement placement;

  LogicalResult run(Frame &frame) const;
};
} // namespace

LogicalResult Quantize::run(Frame &frame) const {
  const HostTensor &tensor = frame.read(input);
  FloatReader values(tensor);
  int64_t numElements = tensor.getNumElements();

  MutableTensor scaleInvs;
  std::vector<numerics::Scale> scales;
  if (scaleInv) {
    if (failed(frame.take(*scaleInv, scaleInvs)))
      return failure();
    std::vector<float> amaxes(scaleInvs->getNumElements(), 0.0f);
    for (int64_t i = 0; i < numElements; ++i) {
      float &granuleAmax = amaxes[granules[i]];
      granuleAmax = maxOrNaN(granuleAmax, magnitude(values[i]));
    }
    scales = makeScales(amaxes, rule, *scaleInvs);
  } else {
    scales.push_back({readF32(frame.read(*scale)), /*scaleInv=*/0.0f});
  }

  MutableTensor result;
  if (failed(frame.take(codes, result)))
    return failure();
  MutableArrayRef<uint8_t> bytes = result->data<uint8_t>();
  if (seed) {
    FailureOr<std::function<uint64_t(int64_t)>> globalIndex =
        placement.getGlobalIndex(frame);
    if (failed(globalIndex))
      return failure();
    uint32_t seedValue = static_cast<uint32_t>(frame.readInt(*seed));
    uint32_t stepValue = static_cast<uint32_t>(frame.readInt(*step));
    uint32_t useValue =
        use +
        (useOffset ? static_cast<uint32_t>(frame.readInt(*useOffset)) : 0);
    for (int64_t i = 0; i < numElements; ++i)
      bytes[i] = numerics::encodeStochastic(
          values[i] * scales[granules[i]].scale,
          numerics::drawBits(seedValue, stream, (*globalIndex)(i), stepValue,
                             useValue, sequence),
          *spec);
  } else {
    for (int64_t i = 0; i < numElements; ++i)
      bytes[i] = numerics::encode(values[i] * scales[granules[i]].scale, *spec);
  }

  SmallVector<Tensor> results = {std::move(result)};
  if (scaleInvs)
    results.push_back(std::move(scaleInvs));
  if (amax) {
    MutableTensor largest;
    if (failed(frame.take(*amax, largest)))
      return failure();
    float &value = largest->data<float>().front();
    value = maxOrNaN(value, value);
    for (int64_t i = 0; i < numElements; ++i)
      value = maxOrNaN(value, magnitude(values[i]));
    results.push_back(std::move(largest));
  }
  for (auto [slot, tensorResult] : llvm::zip_equal(slots, results))
    frame.set(slot, std::move(tensorResult));
  return success();
}

static FailureOr<Step> compileQuantize(QuantizeOp op, PlanCompiler &compiler) {
  if (op.getRounding() == RoundingMode::StochasticHW)
    return emitUnsupported(op, " with rounding stochastic_hw, which may differ "
                               "between any two targets");
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(op.getInput().getType()).getShape();
  GranularityAttr granularity = op.getGranularityOrTensor();
  Quantize quantize{compiler.use(op, op.getInput()),
                    compiler.use(op, op.getCodesInit()),
                    useIfPresent(compiler, op, op.getScale()),
                    useIfPresent(compiler, op, op.getScaleInvInit()),
                    useIfPresent(compiler, op, op.getAmaxInit()),
                    useIfPresent(compiler, op, op.getSeed()),
                    useIfPresent(compiler, op, op.getStep()),
                    useIfPresent(compiler, op, op.getUseOffset()),
                    compiler.define(op->getResults()),
                    Granules(granularity, shape),
                    ScaleRule(op.getFormat(), op.getScaling()),
                    op.getFormat() == fp8::Format::E4M3 ? &numerics::e4m3
                                                        : &numerics::e5m2,
                    static_cast<uint32_t>(op.getStream().value_or(0)),
                    op.getUse().value_or(numerics::use::update),
                    getSequence(op.getRounding()),
                    Placement{op.getLoc(), SmallVector<int64_t>(shape),
                              SmallVector<int64_t>(op.getWholeShape()),
                              MixedInts(op, op.getMixedOffsets(), compiler)}};
  return Step([quantize = std::move(quantize)](Frame &frame) {
    return quantize.run(frame);
  });
}

static FailureOr<Step> compileDequantize(DequantizeOp op,
                                         PlanCompiler &compiler) {
  auto type = cast<RankedTensorType>(op.getCodes().getType());
  return Step(
      [granules = Granules(op.getGranularityOrTensor(), type.getShape()),
       codes = compiler.use(op, op.getCodes()),
       scaleInv = compiler.use(op, op.getScaleInv()),
       init = compiler.use(op, op.getInit()),
       slot = compiler.define(op.getResult())](Frame &frame) {
        FloatReader values(frame.read(codes)), scaleInvs(frame.read(scaleInv));
        MutableTensor result;
        if (failed(frame.take(init, result)))
          return failure();
        FloatCodec codec = *FloatCodec::get(result->getElementType());
        for (int64_t i = 0, e = result->getNumElements(); i < e; ++i)
          storeBits(*result, i,
                    codec.encodeF32(values[i] * scaleInvs[granules[i]],
                                    numerics::Overflow::Saturate));
        frame.set(slot, std::move(result));
        return success();
      });
}

void reference::addQuantizeOps(OpTable &table) {
  table.add<DequantizeOp>(compileDequantize);
  table.add<QuantizeOp>(compileQuantize);
}
