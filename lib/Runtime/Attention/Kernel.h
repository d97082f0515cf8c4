//===- Kernel.h - attention as a kernel of a step ---------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_ATTENTION_KERNEL_H
#define FP8_LIB_RUNTIME_ATTENTION_KERNEL_H

#include "fp8/Runtime/fp8rt_attention.h"

namespace fp8rt {

/// Executes a launch of fp8rt_attention_kernel with `n` items: calls the
/// attention function that the launch stands for. Reports kernels with a
/// `finish`, and any `n` but 1.
fp8rt_status launchAttention(fp8rt_context context, fp8rt_stream stream,
                             const fp8rt_kernel &kernel, int64_t n,
                             void *const *pointers);

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_ATTENTION_KERNEL_H
