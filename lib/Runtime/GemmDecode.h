//===- GemmDecode.h - Rows of 8-bit codes, decoded --------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_GEMMDECODE_H
#define FP8_LIB_RUNTIME_GEMMDECODE_H

#include "fp8/Runtime/fp8rt.h"

#include <cstdint>

namespace fp8rt {

/// The f32, or the bf16 bits, of `count` codes that are `stride` apart; exact
/// in both. `dtype` is FP8RT_E4M3 or FP8RT_E5M2.
void decodeLine(int32_t dtype, const uint8_t *codes, int64_t stride,
                int64_t count, float *target);
void decodeLine(int32_t dtype, const uint8_t *codes, int64_t stride,
                int64_t count, uint16_t *target);

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_GEMMDECODE_H
