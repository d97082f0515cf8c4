//===- CUDAStep.h - functions compiled for NVIDIA GPUs ----------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_CUDASTEP_H
#define FP8_LIB_TARGET_NVIDIA_CUDASTEP_H

#include "CUDACode.h"
#include "fp8/Runtime/fp8rt_cuda.h"
#include "fp8/Target/NVIDIA/CUDAFile.h"
#include "fp8/Target/NVIDIA/GPUPlan.h"

namespace mlir::fp8 {

struct CompiledCUDAStep {
  SmallVector<std::string> chips;
  PlannedFunction planned;
  CUDAImage image;
  /// Flags of fp8rt_cuda_step_desc.
  uint32_t flags = 0;
};

/// Compiles `function` of `module`, in Model or Scaled form. Needs no GPU.
FailureOr<CompiledCUDAStep> compileCUDAStep(ModuleOp module, StringRef function,
                                            const CUDAFileOptions &options);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_CUDASTEP_H
