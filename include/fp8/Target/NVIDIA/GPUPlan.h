//===- GPUPlan.h - a function as GPU launches -------------------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_GPUPLAN_H
#define FP8_TARGET_NVIDIA_GPUPLAN_H

#include "fp8/Execution/PlannedProgram.h"
#include "fp8/Kernels/Choices.h"
#include "fp8/Target/NVIDIA/BlockDecoding.h"

namespace mlir::fp8 {

struct GPUPlanOptions {
  /// Chips that the matmuls run on. Together with `decodeBlocks`, they
  /// determine which block scales kernels decode.
  SmallVector<std::string> chips;
  BlockDecoding decodeBlocks;
  unsigned numStreams;
  std::optional<int64_t> maxOutstandingBytes = {};
  AttentionLowering attention = AttentionLowering::Kernels;
  /// True if the runtime that executes the plan supports attention.
  bool hasAttention = false;
  /// Compute capability of the GPU whose cuDNN computes attention; 0: the
  /// simulator computes it.
  unsigned cudnnCapability = 0;
  /// True if gradients of cuDNN must have the same bits in every run.
  bool cudnnOrdered = false;
};

/// Lowers `function` of a copy of `module` to Planned form with
/// --fp8-gpu-pipeline. Its kernels are in a gpu.module. Does not check that the
/// chips support the matmuls that are left to the library.
FailureOr<PlannedFunction> planGPUFunction(ModuleOp module, StringRef function,
                                           const GPUPlanOptions &options);

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_GPUPLAN_H
