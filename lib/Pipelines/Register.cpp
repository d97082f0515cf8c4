//===- Register.cpp - the named pipelines ---------------------------------===//

#include "fp8/Pipelines/CpuPipeline.h"
#include "fp8/Pipelines/KernelPipelines.h"
#include "fp8/Pipelines/Pipelines.h"

void mlir::fp8::registerFP8Pipelines() {
  registerCpuPipelines();
  registerKernelPipelines();
  registerStockPipeline();
  registerTrainPipeline();
}
