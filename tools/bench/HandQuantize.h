//===- HandQuantize.h - Hand-written casts, exact ---------------*- C++ -*-===//

#ifndef FP8_TOOLS_BENCH_HANDQUANTIZE_H
#define FP8_TOOLS_BENCH_HANDQUANTIZE_H

#include "fp8/Numerics/MathGelu.h"
#include "fp8/Runtime/fp8rt.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace bench {

/// Number of elements, and of rows, per partial amax.
constexpr int64_t quantizeGrain = 16384;
constexpr int64_t transposeRows = 64;
constexpr int64_t transposeWidth = 4096;
constexpr int64_t streamedBytes = 8 << 20;

template <typename V>
struct HandQuantize {
  using F32 = typename V::F32;
  using I32 = typename V::I32;
  static constexpr int vectors = 64 / V::width;

  /// Encodes 64 values x * scale. Unless `careful` is true, the scale must be
  /// positive and no x may be NaN.
  template <bool careful>
  static void encode64(V v, const float *x, F32 scale, I32 &amax,
                       uint8_t *out) {
    I32 codes[vectors], signs[vectors];
    for (int i = 0; i < vectors; ++i) {
      F32 value = v.load(x + i * V::width);
      I32 absolute = v.andi(v.toBits(value), v.i32(0x7FFFFFFF));
      amax = v.maxu(amax, absolute);
      F32 product = v.mul(v.fromBits(absolute), scale);
      signs[i] = v.toBits(value);
      if (careful) {
        signs[i] = v.toBits(v.mul(value, scale));
        product = v.fromBits(v.andi(signs[i], v.i32(0x7FFFFFFF)));
      }
      codes[i] = magnitude(v, product);
      if (careful) {
        codes[i] = v.select(v.isNaN(product), v.i32(0x7F), codes[i]);
        signs[i] = v.select(v.isNaN(product), v.i32(0), signs[i]);
      }
    }
    v.storeCodes(out, codes, signs);
  }

  /// Returns the e4m3 code of y >= 0, saturated, in the low byte. Above 2^20
  /// times the binade of y, the quantum of f32 equals the quantum of e4m3 at y.
  /// So one addition rounds y to nearest even and leaves its quanta in the low
  /// bits. Each binade above 2^-6, the smallest normal binade, adds eight
  /// codes. The exponent field of 2^-6 is 121, so eight times the exponent
  /// field is too large by 121 * 8. The 7 in the factor adds 7 * 8, and 7 * 8 +
  /// 121 * 8 is 0 modulo 256.
  static I32 magnitude(V v, F32 y) {
    I32 clamped = v.minu(v.toBits(y), v.i32(0x43E00000));
    I32 binade = v.maxu(v.andi(clamped, v.i32(0x7F800000)), v.i32(0x3C800000));
    F32 sum =
        v.fma(v.fromBits(binade), v.f32(0x1p20f + 7), v.fromBits(clamped));
    return v.addi(v.toBits(sum), v.shrU(binade, v.i32(20)));
  }

  /// Encodes `count` values. Copies a remainder of less than 64 values.
  template <bool careful>
  static void encode(V v, const float *x, uint8_t *codes, int64_t count,
                     F32 scale, I32 &amax) {
    int64_t i = 0;
    for (; i + 64 <= count; i += 64)
      encode64<careful>(v, x + i, scale, amax, codes + i);
    if (i == count)
      return;
    float rest[64] = {};
    uint8_t last[64];
    std::memcpy(rest, x + i, static_cast<size_t>(count - i) * 4);
    encode64<careful>(v, rest, scale, amax, last);
    std::memcpy(codes + i, last, static_cast<size_t>(count - i));
  }

  static uint32_t maxOf(V v, I32 amax) {
    uint32_t words[V::width];
    v.storeWords(words, amax);
    return *std::max_element(words, words + V::width);
  }

  /// Returns true if the scale cannot create a NaN from an infinity or a zero.
  /// Then only NaNs in the data matter. They make the amax of a chunk NaN, and
  /// the chunk is encoded again while its data are in the cache.
  static bool isSafe(float scale) {
    return scale > 0.0f && scale < __builtin_inff();
  }
  static bool hasNaN(uint32_t amax) { return amax > 0x7F800000u; }

  static void storeAmax(float *partials, int64_t index, uint32_t amax) {
    std::memcpy(partials + index, &amax, sizeof(amax));
  }

  /// Quantizes x. Pointers: x, scale, codes, partials, amax.
  static void flat(int64_t begin, int64_t end, void *const *pointers,
                   const int64_t *) {
    V v = V::streaming();
    const float *x = static_cast<const float *>(pointers[0]) + begin;
    float scale = *static_cast<const float *>(pointers[1]);
    uint8_t *codes = static_cast<uint8_t *>(pointers[2]) + begin;
    auto *partials = static_cast<float *>(pointers[3]);
    I32 amax = v.i32(0);
    encode<false>(v, x, codes, end - begin, v.f32(scale), amax);
    uint32_t max = maxOf(v, amax);
    if (!isSafe(scale) || hasNaN(max))
      encode<true>(v, x, codes, end - begin, v.f32(scale), amax);
    v.fence();
    storeAmax(partials, begin / quantizeGrain, max);
  }

  /// Quantizes the result of `producer` on x, in groups of 64, while it is in
  /// registers or in the first-level cache. Pointers as in `flat`.
  template <bool careful, typename Producer>
  static void encodeProduced(V v, const float *x, uint8_t *codes, int64_t count,
                             F32 scale, I32 &amax, Producer produce) {
    float values[64];
    for (int64_t i = 0; i < count; i += 64) {
      int64_t left = std::min<int64_t>(64, count - i);
      if (left < 64)
        std::fill_n(values, 64, 0.0f);
      std::memcpy(values, x + i, static_cast<size_t>(left) * 4);
      for (int j = 0; j < 64; j += V::width)
        v.store(values + j, produce(v.load(values + j)));
      uint8_t last[64];
      encode64<careful>(v, values, scale, amax, left < 64 ? last : codes + i);
      if (left < 64)
        std::memcpy(codes + i, last, static_cast<size_t>(left));
    }
  }

  static void gelu(int64_t begin, int64_t end, void *const *pointers,
                   const int64_t *) {
    V v = V::streaming();
    const float *x = static_cast<const float *>(pointers[0]) + begin;
    float scale = *static_cast<const float *>(pointers[1]);
    uint8_t *codes = static_cast<uint8_t *>(pointers[2]) + begin;
    auto produce = [&](F32 value) {
      return mlir::fp8::numerics::expandGelu(v, value);
    };
    I32 amax = v.i32(0);
    encodeProduced<false>(v, x, codes, end - begin, v.f32(scale), amax,
                          produce);
    uint32_t max = maxOf(v, amax);
    if (!isSafe(scale) || hasNaN(max))
      encodeProduced<true>(v, x, codes, end - begin, v.f32(scale), amax,
                           produce);
    v.fence();
    storeAmax(static_cast<float *>(pointers[3]), begin / quantizeGrain, max);
  }

  /// Computes gelu(x). Pointers: x, y.
  static void geluOnly(int64_t begin, int64_t end, void *const *pointers,
                       const int64_t *) {
    V v = V::streaming();
    const auto *x = static_cast<const float *>(pointers[0]);
    auto *y = static_cast<float *>(pointers[1]);
    int64_t i = begin;
    for (; i + V::width <= end; i += V::width)
      v.storeResult(y + i, mlir::fp8::numerics::expandGelu(v, v.load(x + i)));
    for (; i < end; ++i)
      y[i] = mlir::fp8::numerics::geluF32(x[i]);
    v.fence();
  }

  /// Computes the amax of x. Pointers: x, partials, amax.
  static void amax(int64_t begin, int64_t end, void *const *pointers,
                   const int64_t *) {
    V v;
    const auto *x = static_cast<const float *>(pointers[0]);
    I32 max[4] = {v.i32(0), v.i32(0), v.i32(0), v.i32(0)};
    int64_t i = begin;
    for (; i + 4 * V::width <= end; i += 4 * V::width)
      for (int64_t k = 0; k < 4; ++k)
        max[k] = v.maxu(max[k], v.andi(v.loadWords(x + i + k * V::width),
                                       v.i32(0x7FFFFFFF)));
    uint32_t rest = 0;
    for (; i < end; ++i)
      rest = std::max(rest, mlir::fp8::numerics::bitsOf(x[i]) & 0x7FFFFFFFu);
    uint32_t all =
        maxOf(v, v.maxu(v.maxu(max[0], max[1]), v.maxu(max[2], max[3])));
    storeAmax(static_cast<float *>(pointers[1]), begin / quantizeGrain,
              std::max(all, rest));
  }

  static void finishAmax(int64_t, int64_t n, void *const *pointers,
                         const int64_t *) {
    *static_cast<float *>(pointers[2]) =
        fp8rt_combine_maxima(static_cast<float *>(pointers[1]),
                             (n + quantizeGrain - 1) / quantizeGrain);
  }

  static void finishFlat(int64_t, int64_t n, void *const *pointers,
                         const int64_t *) {
    *static_cast<float *>(pointers[4]) =
        fp8rt_combine_maxima(static_cast<float *>(pointers[3]),
                             (n + quantizeGrain - 1) / quantizeGrain);
  }

  /// Quantizes and transposes a stripe of 64 rows. First encodes the whole
  /// stripe row by row, because the hardware prefetches only along rows. Then
  /// transposes the codes from the second-level cache. Each cache line is
  /// written once, as a whole, because rows are often a power of two bytes
  /// apart, so that neighbouring rows share one set of the cache.
  template <bool careful>
  static void stripe(V v, const float *x, uint8_t *codes, uint8_t *transposed,
                     int64_t rows, int64_t cols, int64_t numRows,
                     int64_t numCols, F32 scale, I32 &amax) {
    for (int64_t i = 0; i < rows; ++i)
      encode<careful>(v, x + i * numCols, codes + i * numCols, cols, scale,
                      amax);
    int64_t j = 0;
    bool aligned =
        numRows % 64 == 0 && reinterpret_cast<uintptr_t>(transposed) % 64 == 0;
    // For data that stay in the cache, reading lines before writing them is
    // faster.
    bool streamed = aligned && numRows * numCols >= streamedBytes;
    if (rows == 64)
      for (; j + 64 <= cols; j += 64) {
        const uint8_t *from = codes + j;
        uint8_t *to = transposed + j * numRows;
        if (streamed)
          v.template transpose64<true>(from, numCols, to, numRows);
        else
          v.template transpose64<false>(from, numCols, to, numRows);
      }
    for (; j < cols; ++j)
      for (int64_t i = 0; i < rows; ++i)
        transposed[j * numRows + i] = codes[i * numCols + j];
  }

  static constexpr int64_t stripesGrain = 1;

  /// Quantizes and transposes x. Pointers: x, scale, codes, transposed,
  /// partials, amax. Sizes: rows, cols. Items: stripes of 64 rows.
  static void stripes(int64_t begin, int64_t, void *const *pointers,
                      const int64_t *sizes) {
    V v;
    int64_t numRows = sizes[0], numCols = sizes[1];
    int64_t row = begin * transposeRows;
    int64_t rows = std::min(transposeRows, numRows - row);
    const float *x = static_cast<const float *>(pointers[0]) + row * numCols;
    float scale = *static_cast<const float *>(pointers[1]);
    uint8_t *codes = static_cast<uint8_t *>(pointers[2]) + row * numCols;
    uint8_t *transposed = static_cast<uint8_t *>(pointers[3]) + row;
    uint32_t max = 0;
    for (int64_t c = 0; c < numCols; c += transposeWidth) {
      int64_t cols = std::min(transposeWidth, numCols - c);
      I32 amax = v.i32(0);
      stripe<false>(v, x + c, codes + c, transposed + c * numRows, rows, cols,
                    numRows, numCols, v.f32(scale), amax);
      uint32_t partMax = maxOf(v, amax);
      if (!isSafe(scale) || hasNaN(partMax))
        stripe<true>(v, x + c, codes + c, transposed + c * numRows, rows, cols,
                     numRows, numCols, v.f32(scale), amax);
      max = std::max(max, partMax);
    }
    v.fence();
    storeAmax(static_cast<float *>(pointers[4]), begin, max);
  }

  static void finishStripes(int64_t, int64_t n, void *const *pointers,
                            const int64_t *) {
    *static_cast<float *>(pointers[5]) =
        fp8rt_combine_maxima(static_cast<float *>(pointers[4]), n);
  }
};

} // namespace bench

#endif // FP8_TOOLS_BENCH_HANDQUANTIZE_H
