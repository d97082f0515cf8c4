//===- GemmDecode.h - decoding of 8-bit codes -------------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_GEMMDECODE_H
#define FP8_LIB_RUNTIME_GEMMDECODE_H

#include "fp8/Runtime/fp8rt.h"

#include <cstdint>

namespace fp8rt {

/// Decodes `count` codes, `stride` elements apart, to f32 or to the bits of
/// bf16. Both are exact. `dtype` is FP8RT_E4M3 or FP8RT_E5M2.
void decodeLine(int32_t dtype, const uint8_t *codes, int64_t stride,
                int64_t count, float *target);
void decodeLine(int32_t dtype, const uint8_t *codes, int64_t stride,
                int64_t count, uint16_t *target);

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_GEMMDECODE_H
