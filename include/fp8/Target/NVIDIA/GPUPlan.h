//===- GPUPlan.h - a function as launches of a GPU --------------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_GPUPLAN_H
#define FP8_TARGET_NVIDIA_GPUPLAN_H

#include "fp8/Execution/PlannedProgram.h"
#include "fp8/Target/NVIDIA/BlockDecoding.h"

namespace mlir::fp8 {

struct GPUPlanOptions {
  /// Where the products run, with scales of blocks that kernels decode or not.
  SmallVector<std::string> chips;
  BlockDecoding decodeBlocks;
  unsigned numStreams;
  std::optional<int64_t> maxOutstandingBytes = {};
};

/// Brings `function` of a copy of `module` to Planned form by
/// --fp8-gpu-pipeline, with its kernels in a gpu.module. Does not check that
/// the chips have the products that are left to the library.
FailureOr<PlannedFunction> planGPUFunction(ModuleOp module, StringRef function,
                                           const GPUPlanOptions &options);

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_GPUPLAN_H
