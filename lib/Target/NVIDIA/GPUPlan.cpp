//===- GPUPlan.cpp - a function as GPU launches ---------------------------===//

#include "fp8/Target/NVIDIA/GPUPlan.h"
#include "fp8/Target/NVIDIA/Pipeline.h"

using namespace mlir;
using namespace mlir::fp8;

FailureOr<PlannedFunction> fp8::planGPUFunction(ModuleOp module,
                                                StringRef function,
                                                const GPUPlanOptions &options) {
  return planFunction(module, function, [&](OpPassManager &pm) {
    GPUPipelineOptions pipeline;
    pipeline.streams = options.numStreams;
    setLibraryScales(pipeline, options.decodeBlocks, options.chips);
    if (options.maxOutstandingBytes)
      pipeline.maxOutstandingBytes = *options.maxOutstandingBytes;
    buildGPUPipeline(pm, pipeline);
  });
}
