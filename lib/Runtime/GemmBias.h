//===- GemmBias.h - biases of matmuls on CPUs -------------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_GEMMBIAS_H
#define FP8_LIB_RUNTIME_GEMMBIAS_H

#include "fp8/Runtime/fp8rt.h"

#include <algorithm>
#include <cstring>

namespace fp8rt {

/// Returns element `col` of a bias of type `dtype`, f32 or bf16.
inline float getBias(const void *bias, int32_t dtype, int64_t col) {
  if (dtype == FP8RT_F32)
    return static_cast<const float *>(bias)[col];
  uint32_t bits = uint32_t{static_cast<const uint16_t *>(bias)[col]} << 16;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

/// Adds a bias to a tile whose first column has the index `col`. Widens a strip
/// of the bias once for all rows, so that the additions become vectors.
inline void addBias(const void *bias, int32_t dtype, int64_t col, int64_t rows,
                    int64_t cols, float *out, int64_t stride) {
  constexpr int64_t maxWidth = 256;
  float strip[maxWidth];
  for (int64_t begin = 0; begin < cols; begin += maxWidth) {
    int64_t width = std::min(cols - begin, maxWidth);
    for (int64_t j = 0; j < width; ++j)
      strip[j] = getBias(bias, dtype, col + begin + j);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < width; ++j)
        out[i * stride + begin + j] += strip[j];
  }
}

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_GEMMBIAS_H
