//===- Round.h - rounding to bf16 -------------------------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_ATTENTION_ROUND_H
#define FP8_LIB_RUNTIME_ATTENTION_ROUND_H

#include "fp8/Numerics/Formats.h"

namespace fp8rt {

/// Rounds as arith.truncf to bf16 does. Loops of this function are vectorized.
[[gnu::always_inline]] inline float roundBF16(float value) {
  using namespace mlir::fp8::numerics;
  uint32_t bits = bitsOf(value);
  uint32_t rounded = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000;
  return floatOf(value != value ? canonicalNaNBits : rounded);
}

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_ATTENTION_ROUND_H
