//===- GemmDescriptor.h - checks of matmul descriptors ----------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_GEMMDESCRIPTOR_H
#define FP8_LIB_RUNTIME_GEMMDESCRIPTOR_H

#include "fp8/Runtime/fp8rt.h"

namespace fp8rt {

/// Fails, with a message, if fp8rt_gemm does not support the descriptor. In a
/// descriptor that passes, no extent, stride or size in bytes overflows.
fp8rt_status checkDesc(const char *function, const fp8rt_gemm_desc *desc);

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_GEMMDESCRIPTOR_H
