//===- GPUPlan.cpp - a function as GPU launches ---------------------------===//

#include "fp8/Target/NVIDIA/GPUPlan.h"
#include "fp8/Target/NVIDIA/Pipeline.h"

using namespace mlir;
using namespace mlir::fp8;

FailureOr<PlannedFunction> fp8::planGPUFunction(ModuleOp module,
                                                StringRef function,
                                                const GPUPlanOptions &options) {
  FailureOr<PlannedFunction> planned =
      planFunction(module, function, [&](OpPassManager &pm) {
        GPUPipelineOptions pipeline;
        pipeline.streams = options.numStreams;
        setLibraryScales(pipeline, options.decodeBlocks, options.chips);
        pipeline.attention = options.attention;
        pipeline.hasAttention = options.hasAttention;
        pipeline.cudnnCapability = options.cudnnCapability;
        pipeline.cudnnOrdered = options.cudnnOrdered;
        if (options.maxOutstandingBytes)
          pipeline.maxOutstandingBytes = *options.maxOutstandingBytes;
        buildGPUPipeline(pm, pipeline);
      });
  if (failed(planned) || options.hasAttention)
    return planned;
  // A graph that is already in Planned form may still contain attention.
  for (const PlannedStep &step : planned->plan.steps)
    if (step.isAttention())
      return mlir::emitError(step.loc,
                             "unsupported attention in Planned form; supported "
                             "is attention=library, and attention in Scaled "
                             "form, which becomes matmuls and kernels");
  return planned;
}
