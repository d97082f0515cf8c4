//===- CUDAStep.cpp - functions compiled for NVIDIA GPUs ------------------===//

#include "CUDAStep.h"
#include "fp8/Analysis/Place.h"
#include "fp8/Target/NVIDIA/Pipeline.h"
#include "fp8/Target/NVIDIA/Products.h"

using namespace mlir;
using namespace mlir::fp8;

FailureOr<CompiledCUDAStep>
fp8::compileCUDAStep(ModuleOp module, StringRef function,
                     const CUDAFileOptions &options) {
  CompiledCUDAStep step;
  step.chips = options.chips;
  if (step.chips.empty())
    step.chips.push_back("sm_90a");
  SmallVector<DeviceTarget> targets;
  for (const std::string &name : step.chips) {
    FailureOr<DeviceTarget> target = getDeviceTarget(
        name, /*ptx=*/0, [&] { return emitError(getFirstPlace(module)); });
    if (failed(target))
      return failure();
    targets.push_back(*target);
  }
  step.flags = options.deterministic ? FP8RT_CUDA_ORDERED : 0;
  GPUPlanOptions plan = {step.chips, options.decodeBlocks, options.numStreams};
  plan.attention = options.attention;
  plan.hasAttention = options.attention == AttentionLowering::Library;
  plan.cudnnCapability = getCudnnCapability(step.chips, options.deterministic);
  plan.cudnnOrdered = options.deterministic;
  FailureOr<PlannedFunction> planned = planGPUFunction(module, function, plan);
  if (failed(planned))
    return failure();
  step.planned = std::move(*planned);
  for (const DeviceTarget &target : targets)
    for (const PlannedStep &op : step.planned.plan.steps)
      if (op.isProduct() &&
          failed(checkProduct(op.loc, op.gemm, target.chip->name,
                              target.chip->computeCapability)))
        return failure();
  FailureOr<CUDAImage> image =
      compileImage(*step.planned.kernels, targets, options.wantsDeviceIR);
  if (failed(image))
    return failure();
  step.image = std::move(*image);
  return step;
}
