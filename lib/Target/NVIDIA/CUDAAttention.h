//===- CUDAAttention.h - attention by cuDNN ---------------------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_CUDAATTENTION_H
#define FP8_LIB_TARGET_NVIDIA_CUDAATTENTION_H

#include "CUDAMemory.h"
#include "fp8/Execution/StepPlan.h"

namespace mlir::fp8 {

/// Opens cuDNN if `module` has attention, and returns its version, such as
/// 91900 for 9.19, or 0 without attention. Reports a missing or old library at
/// the first attention.
FailureOr<uint64_t> openCUDAAttention(ModuleOp module, CUDAMemory &memory);

/// Returns the text of a report about the calls of cuDNN in `plan`, or "" if
/// there is none.
std::string describeCUDAAttention(const StepPlan &plan, uint64_t version,
                                  bool isDeterministic);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_CUDAATTENTION_H
