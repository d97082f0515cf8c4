//===- StepDesc.h - checks of step descriptions -----------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_CUDA_STEPDESC_H
#define FP8_LIB_RUNTIME_CUDA_STEPDESC_H

#include "Step.h"

namespace fp8rt::cuda {

constexpr uint64_t memoryAlignment = 256;
/// Number of buffers of a matmul, without the workspace, which this library
/// allocates.
constexpr int64_t numProductBuffers = FP8RT_GEMM_WORKSPACE;

inline uint64_t alignUp(uint64_t bytes) {
  return (bytes + memoryAlignment - 1) / memoryAlignment * memoryAlignment;
}

inline bool isExchange(const fp8rt_cuda_op &op) {
  return !op.main.kernel && !op.product && !op.attention;
}

inline bool isAttention(const fp8rt_cuda_op &op) {
  return !op.main.kernel && !op.product && op.attention;
}

/// Returns the name and location of an op for messages, such as "cast at
/// step.mlir:3:5".
std::string labelOf(const fp8rt_cuda_op &op);

/// Checks a description. Fails, with the op in the message, on anything that
/// the compiler never creates.
fp8rt_status checkDescription(const char *function,
                              const fp8rt_cuda_step_desc *desc);

/// Plans the matmul of an op. The arguments of the step are aligned.
fp8rt_status planProduct(const char *function, const fp8rt_cuda_step_desc &desc,
                         const fp8rt_cuda_op &op, int capability,
                         GemmPlan &plan);

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_STEPDESC_H
