//===- InitOp.cpp - fp8.init ----------------------------------------------===//

#include "FP8Support.h"
#include "Granules.h"

#include "fp8/Numerics/Init.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

namespace {
/// fp8.init, evaluated in the order of its description: amax and scales,
/// values.
struct Init {
  Location loc;
  Use main;
  std::optional<Use> scaleInv, amax, wide, seed;
  SmallVector<unsigned> slots;
  numerics::InitialValues values;
  uint32_t stream;
  Placement placement;
  GranularityAttr granularity;
  Granules granules;
  ScaleRule rule;

  LogicalResult run(Frame &frame) const;
  /// Checks granules with offsets that are known only at run time.
  LogicalResult checkGranules(const Frame &frame) const;
  float getWholeAmax(uint32_t seedValue) const;
};
} // namespace

float Init::getWholeAmax(uint32_t seedValue) const {
  float largest = 0.0f;
  for (int64_t i = 0, e = ShapedType::getNumElements(placement.globalShape);
       i < e; ++i)
    largest = maxOrNaN(largest,
                       magnitude(initialValue(values, seedValue, stream, i)));
  return largest;
}

LogicalResult Init::checkGranules(const Frame &frame) const {
  if (granularity.isTensor() || placement.shape == placement.globalShape)
    return success();
  // The first element of the local tensor must start a granule of the whole
  // tensor: the previous element, in each dimension and in the flattened
  // tensor, must have another scale.
  Granules whole(granularity, placement.globalShape);
  int64_t position = 0, stride = 1;
  SmallVector<int64_t> strides(placement.shape.size());
  for (int64_t d = placement.shape.size() - 1; d >= 0; --d) {
    strides[d] = stride;
    position += placement.offsets.get(d, frame) * stride;
    stride *= placement.globalShape[d];
  }
  auto cuts = [&](int64_t step) {
    return whole[position] == whole[position - step];
  };
  bool isFlat = granularity.getKind() == GranularityKind::Group;
  bool isCut = isFlat && position > 0 && cuts(1);
  for (auto [d, step] : llvm::enumerate(strides))
    isCut |= !isFlat && placement.offsets.get(d, frame) > 0 && cuts(step);
  if (!isCut)
    return success();
  return emitError(loc) << "expected the local tensor to start at a granule of "
                        << granularity << ", but it starts inside one";
}

LogicalResult Init::run(Frame &frame) const {
  FailureOr<std::function<uint64_t(int64_t)>> globalIndex =
      placement.getGlobalIndex(frame);
  if (failed(globalIndex) || failed(checkGranules(frame)))
    return failure();
  uint32_t seedValue = seed ? static_cast<uint32_t>(frame.readInt(*seed)) : 0;
  int64_t numElements = ShapedType::getNumElements(placement.shape);
  auto valueAt = [&](int64_t i) {
    return initialValue(values, seedValue, stream, (*globalIndex)(i));
  };
  std::optional<float> wholeAmax;
  if (amax || (scaleInv && granularity.isTensor()))
    wholeAmax = getWholeAmax(seedValue);

  SmallVector<Tensor> results;
  MutableTensor scaleInvs;
  std::vector<numerics::Scale> scales;
  if (scaleInv) {
    if (failed(frame.take(*scaleInv, scaleInvs)))
      return failure();
    std::vector<float> amaxes(scaleInvs->getNumElements(), 0.0f);
    if (granularity.isTensor())
      amaxes[0] = *wholeAmax;
    else
      for (int64_t i = 0; i < numElements; ++i)
        amaxes[granules[i]] =
            maxOrNaN(amaxes[granules[i]], magnitude(valueAt(i)));
    scales = makeScales(amaxes, rule, *scaleInvs);
  }

  MutableTensor result;
  if (failed(frame.take(main, result)))
    return failure();
  FloatCodec codec = *FloatCodec::get(result->getElementType());
  for (int64_t i = 0; i < numElements; ++i) {
    float value = valueAt(i);
    storeBits(
        *result, i,
        codec.encodeF32(scaleInv ? value * scales[granules[i]].scale : value,
                        numerics::Overflow::Saturate));
  }
  results.push_back(std::move(result));
  if (scaleInvs)
    results.push_back(std::move(scaleInvs));
  if (amax) {
    MutableTensor largest;
    if (failed(frame.take(*amax, largest)))
      return failure();
    largest->data<float>().front() = *wholeAmax;
    results.push_back(std::move(largest));
  }
  if (wide) {
    MutableTensor whole;
    if (failed(frame.take(*wide, whole)))
      return failure();
    FloatCodec wideCodec = *FloatCodec::get(whole->getElementType());
    for (int64_t i = 0; i < numElements; ++i)
      storeBits(*whole, i,
                wideCodec.encodeF32(valueAt(i), numerics::Overflow::Saturate));
    results.push_back(std::move(whole));
  }
  for (auto [slot, tensor] : llvm::zip_equal(slots, results))
    frame.set(slot, std::move(tensor));
  return success();
}

static FailureOr<Step> compileInit(InitOp op, PlanCompiler &compiler) {
  ArrayRef<int64_t> shape = op.getMainType().getShape();
  GranularityAttr granularity = op.getGranularityOrTensor();
  Init init{op.getLoc(),
            compiler.use(op, op.getMainInit()),
            useIfPresent(compiler, op, op.getScaleInvInit()),
            useIfPresent(compiler, op, op.getAmaxInit()),
            useIfPresent(compiler, op, op.getWideInit()),
            useIfPresent(compiler, op, op.getSeed()),
            compiler.define(op->getResults()),
            op.getInitialValues(),
            static_cast<uint32_t>(op.getStream().value_or(0)),
            Placement{op.getLoc(), SmallVector<int64_t>(shape),
                      SmallVector<int64_t>(op.getWholeShape()),
                      MixedInts(op, op.getMixedOffsets(), compiler)},
            granularity,
            Granules(granularity, shape),
            ScaleRule(op.makesCodes() ? op.getFormat() : fp8::Format::E4M3,
                      op.getScaling())};
  return Step(
      [init = std::move(init)](Frame &frame) { return init.run(frame); });
}

void reference::addInitOp(OpTable &table) { table.add<InitOp>(compileInit); }
