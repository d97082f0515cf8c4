//===- Check.h - checks of descriptions of attention ------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_ATTENTION_CHECK_H
#define FP8_LIB_RUNTIME_ATTENTION_CHECK_H

#include "fp8/Runtime/fp8rt_attention.h"

namespace fp8rt {

/// Returns the number of tensors of a call, without captured tensors.
int32_t numTensors(const fp8rt_attention_desc &desc);

/// Reports a description that the functions do not support.
fp8rt_status checkAttention(const char *function,
                            const fp8rt_attention_desc *desc);

/// Reports a missing buffer.
fp8rt_status checkBuffers(const char *function,
                          const fp8rt_attention_desc &desc,
                          void *const *buffers);

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_ATTENTION_CHECK_H
