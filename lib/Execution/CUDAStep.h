//===- CUDAStep.h - a function compiled for NVIDIA GPUs ---------*- C++ -*-===//
#ifndef FP8_LIB_EXECUTION_CUDASTEP_H
#define FP8_LIB_EXECUTION_CUDASTEP_H

#include "CUDACode.h"
#include "PlannedProgram.h"
#include "fp8/Execution/CUDAFile.h"

namespace mlir::fp8 {

struct CompiledCUDAStep {
  SmallVector<std::string> chips;
  PlannedFunction planned;
  CUDAImage image;
};

/// Compiles `function` of `module`, forms 1 and 2. Needs no GPU.
FailureOr<CompiledCUDAStep> compileCUDAStep(ModuleOp module, StringRef function,
                                            const CUDAFileOptions &options);

} // namespace mlir::fp8

#endif // FP8_LIB_EXECUTION_CUDASTEP_H
