//===- Register.cpp - the named pipelines ---------------------------------===//

#include "fp8/Pipelines/Pipelines.h"

void mlir::fp8::registerFP8Pipelines() {
  registerTrainPipeline();
  registerFusePipeline();
  registerCPUPipeline();
  registerKernelsToLLVMPipeline();
  registerGPUPipelines();
  registerUpstreamPipeline();
}
