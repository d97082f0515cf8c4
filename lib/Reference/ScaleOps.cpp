//===- ScaleOps.cpp - fp8.amax, compute_scale and update_scales -----------===//

#include "FP8Support.h"
#include "Granules.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

//===----------------------------------------------------------------------===//
// Helpers for ops that compute scales
//===----------------------------------------------------------------------===//

ScaleRule::ScaleRule(Format format, std::optional<ScalingAttr> scaling)
    : maxFinite(getMaxFinite(format)) {
  if (!scaling)
    return;
  options.margin = static_cast<int>(scaling->getMargin());
  options.pow2 = scaling->getPow2();
  options.epsilon = scaling->getEpsilon().convertToFloat();
}

FailureOr<std::function<uint64_t(int64_t)>>
Placement::getGlobalIndex(const Frame &frame) const {
  SmallVector<int64_t> starts;
  for (auto [d, extent] : llvm::enumerate(shape)) {
    int64_t start = offsets.get(d, frame);
    if (start < 0 || start > globalShape[d] - extent)
      return emitError(loc)
             << "expected dimension " << d << " of global extent "
             << globalShape[d] << " to hold " << extent << " elements from "
             << start << " on, but it does not";
    starts.push_back(start);
  }
  return std::function<uint64_t(int64_t)>([this, starts](int64_t position) {
    uint64_t index = 0, stride = 1;
    for (int64_t d = static_cast<int64_t>(shape.size()) - 1; d >= 0; --d) {
      index += static_cast<uint64_t>(position % shape[d] + starts[d]) * stride;
      stride *= static_cast<uint64_t>(globalShape[d]);
      position /= shape[d];
    }
    return index;
  });
}

//===----------------------------------------------------------------------===//
// amax
//===----------------------------------------------------------------------===//

static FailureOr<Step> compileAmax(AmaxOp op, PlanCompiler &compiler) {
  auto type = cast<RankedTensorType>(op.getInput().getType());
  return Step(
      [granules = Granules(op.getGranularityOrTensor(), type.getShape()),
       input = compiler.use(op, op.getInput()),
       init = compiler.use(op, op.getInit()),
       slot = compiler.define(op.getResult())](Frame &frame) {
        MutableTensor result;
        if (failed(frame.take(init, result)))
          return failure();
        MutableArrayRef<float> amaxes = result->data<float>();
        // A NaN init becomes the canonical NaN, even if there are no elements.
        for (float &amax : amaxes)
          amax = maxOrNaN(amax, amax);
        const HostTensor &tensor = frame.read(input);
        FloatReader values(tensor);
        for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
          float &amax = amaxes[granules[i]];
          amax = maxOrNaN(amax, magnitude(values[i]));
        }
        frame.set(slot, std::move(result));
        return success();
      });
}

//===----------------------------------------------------------------------===//
// compute_scale and update_scales
//===----------------------------------------------------------------------===//

static FailureOr<Step> compileComputeScale(ComputeScaleOp op,
                                           PlanCompiler &compiler) {
  return Step([loc = op.getLoc(), type = cast<RankedTensorType>(op.getType(0)),
               rule = ScaleRule(op.getFormat(), op.getScaling()),
               amax = compiler.use(op, op.getAmax()),
               previous = useIfPresent(compiler, op, op.getPrevious()),
               slots = compiler.define(op->getResults())](Frame &frame) {
    FailureOr<MutableTensor> scale = allocate(type, loc);
    FailureOr<MutableTensor> scaleInv = allocate(type, loc);
    if (failed(scale) || failed(scaleInv))
      return failure();
    FloatReader amaxes(frame.read(amax));
    for (int64_t i = 0, e = (*scale)->getNumElements(); i < e; ++i) {
      std::optional<float> kept;
      if (previous)
        kept = FloatReader(frame.read(*previous))[i];
      numerics::Scale made = rule.getScale(amaxes[i], kept);
      (*scale)->data<float>()[i] = made.scale;
      (*scaleInv)->data<float>()[i] = made.scaleInv;
    }
    frame.set(slots[0], std::move(*scale));
    frame.set(slots[1], std::move(*scaleInv));
    return success();
  });
}

static FailureOr<Step> compileUpdateScales(UpdateScalesOp op,
                                           PlanCompiler &compiler) {
  auto algorithm = op.getAlgo() == AmaxAlgo::Max
                       ? numerics::AmaxAlgorithm::Max
                       : numerics::AmaxAlgorithm::MostRecent;
  return Step([=, loc = op.getLoc(),
               type = cast<RankedTensorType>(op.getAmaxes().getType()),
               rule = ScaleRule(op.getFormat(), op.getScaling()),
               history = compiler.use(op, op.getHistory()),
               amaxes = compiler.use(op, op.getAmaxes()),
               scales = compiler.use(op, op.getScales()),
               slots = compiler.define(op->getResults())](Frame &frame) {
    FailureOr<MutableTensor> nonfinite = allocate(type, loc);
    if (failed(nonfinite))
      return failure();
    ArrayRef<float> measured = frame.read(amaxes).data<float>();
    for (auto [flag, amax] :
         llvm::zip_equal((*nonfinite)->data<float>(), measured))
      flag = std::isfinite(amax) ? 0.0f : 1.0f;
    MutableTensor newHistory;
    if (failed(frame.take(history, newHistory)))
      return failure();
    MutableTensor newScales;
    if (failed(frame.take(scales, newScales)))
      return failure();
    std::vector<float> inverses(
        measured.size()); // The op does not return them.
    numerics::updateScales(newHistory->data<float>().data(),
                           newHistory->getShape()[0], newHistory->getShape()[1],
                           measured.data(), newScales->data<float>().data(),
                           inverses.data(), rule.maxFinite, algorithm,
                           rule.options);
    frame.set(slots[0], std::move(newHistory));
    frame.set(slots[1], std::move(newScales));
    frame.set(slots[2], std::move(*nonfinite));
    return success();
  });
}

void reference::addScaleOps(OpTable &table) {
  table.add<AmaxOp>(compileAmax);
  table.add<ComputeScaleOp>(compileComputeScale);
  table.add<UpdateScalesOp>(compileUpdateScales);
}
