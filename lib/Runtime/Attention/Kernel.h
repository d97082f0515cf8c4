//===- Kernel.h - attention as a kernel of a step ---------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_ATTENTION_KERNEL_H
#define FP8_LIB_RUNTIME_ATTENTION_KERNEL_H

#include "fp8/Runtime/fp8rt_attention.h"

namespace fp8rt {

/// Makes the call that a launch of fp8rt_attention_kernel stands for.
fp8rt_status launchAttention(fp8rt_context context, fp8rt_stream stream,
                             const fp8rt_kernel &kernel, void *const *pointers);

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_ATTENTION_KERNEL_H
