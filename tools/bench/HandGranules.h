//===- HandGranules.h - Hand-written casts of granules, exact ---*- C++ -*-===//
//
// Each granule, or each block of granules, is read from memory once: first for
// its maximum, then from the cache for its codes.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TOOLS_BENCH_HANDGRANULES_H
#define FP8_TOOLS_BENCH_HANDGRANULES_H

#include "HandQuantize.h"
#include "fp8/Numerics/Scale.h"

namespace bench {

constexpr int64_t granuleColumns = 128;
constexpr int64_t blockRows = 128;
constexpr int64_t mxSize = 32;

template <typename V>
struct HandGranules {
  using F32 = typename V::F32;
  using I32 = typename V::I32;
  using Quantize = HandQuantize<V>;
  static constexpr int width = V::width;

  static I32 magnitudes(V v, const float *x) {
    return v.andi(v.loadWords(x), v.i32(0x7FFFFFFF));
  }

  static float amaxOf(V v, I32 amax) {
    uint32_t words[width];
    v.storeWords(words, amax);
    for (int half = width / 2; half != 0; half /= 2)
      for (int i = 0; i < half; ++i)
        words[i] = std::max(words[i], words[i + half]);
    // A NaN may have any payload.
    return words[0] > 0x7F800000u ? __builtin_nanf("")
                                  : mlir::fp8::numerics::floatOf(words[0]);
  }

  static mlir::fp8::numerics::Scale scaleOf(float amax) {
    return mlir::fp8::numerics::computeScale(
        amax, 448.0f, mlir::fp8::numerics::ScaleOptions(), 1.0f);
  }

  /// Encodes `count` elements, a multiple of 64, of a granule whose amax is
  /// known.
  static void encode(V v, const float *x, uint8_t *codes, int64_t count,
                     float amax, float scale) {
    I32 unused = v.i32(0);
    bool safe = amax == amax && Quantize::isSafe(scale);
    for (int64_t i = 0; i < count; i += 64)
      if (safe)
        Quantize::template encode64<false>(v, x + i, v.f32(scale), unused,
                                           codes + i);
      else
        Quantize::template encode64<true>(v, x + i, v.f32(scale), unused,
                                          codes + i);
  }

  /// Quantizes rows. Pointers: x, codes, scale_inv. Items: granules of 1 x 128.
  static void rows(int64_t begin, int64_t end, void *const *pointers,
                   const int64_t *) {
    V v = V::streaming();
    const auto *x = static_cast<const float *>(pointers[0]);
    auto *codes = static_cast<uint8_t *>(pointers[1]);
    auto *scaleInv = static_cast<float *>(pointers[2]);
    for (int64_t granule = begin; granule < end; ++granule) {
      const float *from = x + granule * granuleColumns;
      I32 max = v.i32(0);
      for (int64_t i = 0; i < granuleColumns; i += width)
        max = v.maxu(max, magnitudes(v, from + i));
      float amax = amaxOf(v, max);
      auto [scale, inverse] = scaleOf(amax);
      scaleInv[granule] = inverse;
      encode(v, from, codes + granule * granuleColumns, granuleColumns, amax,
             scale);
    }
    v.fence();
  }

  /// Quantizes blocks. Pointers: x, codes, scale_inv. Sizes: cols. Items:
  /// blocks of 128 x 128.
  static void blocks(int64_t begin, int64_t end, void *const *pointers,
                     const int64_t *sizes) {
    V v = V::streaming();
    int64_t cols = sizes[0], across = cols / granuleColumns;
    for (int64_t block = begin; block < end; ++block) {
      auto offsetOf = [&](int64_t b) {
        return b / across * blockRows * cols + b % across * granuleColumns;
      };
      const float *x =
          static_cast<const float *>(pointers[0]) + offsetOf(block);
      const float *next = static_cast<const float *>(pointers[0]) +
                          offsetOf(std::min(block + 1, end - 1));
      uint8_t *codes = static_cast<uint8_t *>(pointers[1]) + offsetOf(block);
      I32 max[4] = {v.i32(0), v.i32(0), v.i32(0), v.i32(0)};
      for (int64_t row = 0; row < blockRows; ++row)
        for (int64_t i = 0; i < granuleColumns; i += width)
          max[i / width % 4] =
              v.maxu(max[i / width % 4], magnitudes(v, x + row * cols + i));
      float amax =
          amaxOf(v, v.maxu(v.maxu(max[0], max[1]), v.maxu(max[2], max[3])));
      auto [scale, inverse] = scaleOf(amax);
      static_cast<float *>(pointers[2])[block] = inverse;
      for (int64_t row = 0; row < blockRows; ++row) {
        // Prefetch the next block meanwhile.
        for (int64_t i = 0; i < granuleColumns; i += 16)
          v.prefetch(next + row * cols + i);
        encode(v, x + row * cols, codes + row * cols, granuleColumns, amax,
               scale);
      }
    }
    v.fence();
  }

  static float scaleOfMX(float amax, uint8_t *code) {
    *code = mlir::fp8::numerics::computeE8M0(amax, 448.0f);
    return mlir::fp8::numerics::inverseE8M0(*code);
  }

  /// Encodes 64 elements with 64 factors, any of which may be combined with any
  /// number.
  static void encodeEach(V v, const float *x, const float *factors,
                         uint8_t *out) {
    I32 codes[64 / width], signs[64 / width];
    for (int i = 0; i < 64 / width; ++i) {
      signs[i] =
          v.toBits(v.mul(v.load(x + i * width), v.load(factors + i * width)));
      F32 product = v.fromBits(v.andi(signs[i], v.i32(0x7FFFFFFF)));
      codes[i] = v.select(v.isNaN(product), v.i32(0x7F),
                          Quantize::magnitude(v, product));
      signs[i] = v.select(v.isNaN(product), v.i32(0), signs[i]);
    }
    v.storeCodes(out, codes, signs);
  }

  /// Computes the factors of the row x of 64 columns, and the codes of its two
  /// scales.
  static void scaleRow(V v, const float *x, float *factors, uint8_t *scales) {
    for (int64_t granule = 0; granule < 2; ++granule) {
      I32 max = v.i32(0);
      for (int64_t i = 0; i < mxSize; i += width)
        max = v.maxu(max, magnitudes(v, x + granule * mxSize + i));
      F32 factor = v.f32(scaleOfMX(amaxOf(v, max), scales + granule));
      for (int64_t i = 0; i < mxSize; i += width)
        v.store(factors + granule * mxSize + i, factor);
    }
  }

  /// Quantizes MX granules along rows. Pointers: x, codes, scale_inv. Items: 64
  /// columns of a row.
  static void mx(int64_t begin, int64_t end, void *const *pointers,
                 const int64_t *) {
    V v = V::streaming();
    const auto *x = static_cast<const float *>(pointers[0]);
    auto *codes = static_cast<uint8_t *>(pointers[1]);
    auto *scales = static_cast<uint8_t *>(pointers[2]);
    for (int64_t i = begin; i < end; ++i) {
      float factors[64];
      scaleRow(v, x + i * 64, factors, scales + i * 2);
      encodeEach(v, x + i * 64, factors, codes + i * 64);
    }
    v.fence();
  }

  /// Quantizes MX granules in both directions. Pointers: x, row_codes,
  /// row_scales, column_codes, column_scales. Sizes: cols. Items: blocks of 32
  /// rows of 64 columns.
  static void mxBoth(int64_t begin, int64_t end, void *const *pointers,
                     const int64_t *sizes) {
    V v = V::streaming();
    int64_t cols = sizes[0], across = cols / 64;
    for (int64_t block = begin; block < end; ++block) {
      int64_t up = block / across, column = block % across * 64;
      int64_t offset = up * mxSize * cols + column;
      const float *x = static_cast<const float *>(pointers[0]) + offset;
      int64_t after = std::min(block + 1, end - 1);
      const float *next = static_cast<const float *>(pointers[0]) +
                          after / across * mxSize * cols + after % across * 64;
      I32 max[64 / width];
      std::fill_n(max, 64 / width, v.i32(0));
      for (int64_t row = 0; row < mxSize; ++row)
        for (int64_t i = 0; i < 64 / width; ++i)
          max[i] = v.maxu(max[i], magnitudes(v, x + row * cols + i * width));
      float columnFactors[64];
      for (int64_t i = 0; i < 64 / width; ++i) {
        uint32_t words[width];
        v.storeWords(words, max[i]);
        for (int64_t j = 0; j < width; ++j)
          columnFactors[i * width + j] =
              scaleOfMX(mlir::fp8::numerics::floatOf(words[j]),
                        static_cast<uint8_t *>(pointers[4]) + up * cols +
                            column + i * width + j);
      }
      for (int64_t row = 0; row < mxSize; ++row) {
        for (int64_t i = 0; i < 64; i += 16)
          v.prefetch(next + row * cols + i);
        float factors[64];
        int64_t place = offset + row * cols;
        scaleRow(v, x + row * cols, factors,
                 static_cast<uint8_t *>(pointers[2]) + place / mxSize);
        encodeEach(v, x + row * cols, factors,
                   static_cast<uint8_t *>(pointers[1]) + place);
        encodeEach(v, x + row * cols, columnFactors,
                   static_cast<uint8_t *>(pointers[3]) + place);
      }
    }
    v.fence();
  }
};

} // namespace bench

#endif // FP8_TOOLS_BENCH_HANDGRANULES_H
