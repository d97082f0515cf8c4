//===- Register.cpp - the named pipelines ---------------------------------===//

#include "fp8/Pipelines/KernelPipelines.h"
#include "fp8/Pipelines/KernelsToLLVM.h"
#include "fp8/Pipelines/Pipelines.h"

void mlir::fp8::registerFP8Pipelines() {
  registerKernelPipelines();
  registerKernelsToLLVMPipeline();
  registerStockPipeline();
  registerTrainPipeline();
}
