//===- HandQuantize.h - Casts by hand, exact --------------------*- C++ -*-===//

#ifndef FP8_TOOLS_BENCH_HANDQUANTIZE_H
#define FP8_TOOLS_BENCH_HANDQUANTIZE_H

#include "fp8/Runtime/fp8rt.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <immintrin.h>

namespace {

/// Elements, or rows of 64, of a chunk that leaves one partial amax.
constexpr int64_t quantizeGrain = 16384;
constexpr int64_t transposeTile = 64;

template <typename V>
struct HandQuantize {
  using F32 = typename V::F32;
  using I32 = typename V::I32;
  static constexpr int vectors = 16 / V::width;

  /// The e4m3 code of each |y|, saturated to 448. Adding 2^20 times the binade
  /// of |y| leaves |y| in units of the binade's quantum, rounded to nearest
  /// even, in the low bits; the smallest normal binade serves for all below.
  static I32 magnitude(V v, I32 absolute) {
    I32 clamped = v.minu(absolute, v.i32(0x43E00000));
    I32 binade = v.maxu(v.andi(clamped, v.i32(0x7F800000)), v.i32(0x3C800000));
    I32 magic = v.addi(binade, v.i32(20 << 23));
    I32 sum = v.toBits(v.add(v.fromBits(clamped), v.fromBits(magic)));
    I32 quanta = v.subi(sum, magic);
    // Eight codes per binade above the first.
    I32 first = v.subi(v.shrU(binade, v.i32(20)), v.i32(0x3C800000 >> 20));
    return v.addi(quanta, first);
  }

  /// 16 codes of x * scale. Without `mayBeNaN` no product is NaN.
  template <bool mayBeNaN>
  static __m128i encode16(V v, const float *x, F32 scale, I32 &amax) {
    I32 codes[vectors];
    for (int i = 0; i < vectors; ++i) {
      F32 value = v.load(x + i * V::width);
      const I32 mask = v.i32(0x7FFFFFFF);
      amax = v.maxu(amax, v.andi(v.toBits(value), mask));
      I32 bits = v.toBits(v.mul(value, scale));
      I32 sign = v.andi(v.shrU(bits, v.i32(24)), v.i32(0x80));
      codes[i] = v.ori(magnitude(v, v.andi(bits, mask)), sign);
      if (mayBeNaN)
        codes[i] = v.select(v.isNaN(v.fromBits(bits)), v.i32(0x7F), codes[i]);
    }
    return v.packBytes(codes);
  }

  /// `count` codes, the last few through a copy.
  template <bool mayBeNaN>
  static void encode(V v, const float *x, uint8_t *codes, int64_t count,
                     F32 scale, I32 &amax) {
    int64_t i = 0;
    for (; i + 16 <= count; i += 16)
      _mm_storeu_si128(reinterpret_cast<__m128i *>(codes + i),
                       encode16<mayBeNaN>(v, x + i, scale, amax));
    if (i == count)
      return;
    float rest[16] = {};
    std::memcpy(rest, x + i, static_cast<size_t>(count - i) * 4);
    __m128i last = encode16<mayBeNaN>(v, rest, scale, amax);
    std::memcpy(codes + i, &last, static_cast<size_t>(count - i));
  }

  static uint32_t maxOf(V v, I32 amax) {
    uint32_t words[V::width];
    v.storeWords(words, amax);
    return *std::max_element(words, words + V::width);
  }

  /// A NaN is seen in the amax of a chunk, whose data are still in the cache
  /// for a second round; a scale can make one from an infinity or a zero.
  static bool isSafe(float scale) {
    return scale > 0.0f && scale < __builtin_inff();
  }
  static bool hasNaN(uint32_t amax) { return amax > 0x7F800000u; }

  static void storeAmax(float *partials, int64_t index, uint32_t amax) {
    std::memcpy(partials + index, &amax, sizeof(amax));
  }

  /// pointers: x, scale, codes, partials, amax.
  static void flat(int64_t begin, int64_t end, void *const *pointers,
                   const int64_t *) {
    V v;
    const float *x = static_cast<const float *>(pointers[0]) + begin;
    float scale = *static_cast<const float *>(pointers[1]);
    uint8_t *codes = static_cast<uint8_t *>(pointers[2]) + begin;
    auto *partials = static_cast<float *>(pointers[3]);
    I32 amax = v.i32(0);
    encode<false>(v, x, codes, end - begin, v.f32(scale), amax);
    uint32_t max = maxOf(v, amax);
    if (!isSafe(scale) || hasNaN(max))
      encode<true>(v, x, codes, end - begin, v.f32(scale), amax);
    storeAmax(partials, begin / quantizeGrain, max);
  }

  static void finishFlat(int64_t, int64_t n, void *const *pointers,
                         const int64_t *) {
    *static_cast<float *>(pointers[4]) =
        fp8rt_combine_maxima(static_cast<float *>(pointers[3]),
                             (n + quantizeGrain - 1) / quantizeGrain);
  }

  /// 16 rows of 16 bytes, transposed in place.
  static void transpose16(__m128i (&row)[16]) {
    // Each round interleaves rows i and i + 8: four rounds are the transpose.
    for (int round = 0; round < 4; ++round) {
      __m128i next[16];
      for (int i = 0; i < 8; ++i) {
        next[2 * i] = _mm_unpacklo_epi8(row[i], row[i + 8]);
        next[2 * i + 1] = _mm_unpackhi_epi8(row[i], row[i + 8]);
      }
      std::memcpy(row, next, sizeof(next));
    }
  }

  /// A tile of 64 x 64, or what is left of one at an edge. Writes whole cache
  /// lines of the transpose, which lie a column of the matrix apart.
  template <bool mayBeNaN>
  static void tile(V v, const float *x, uint8_t *codes, uint8_t *transposed,
                   int64_t rows, int64_t cols, int64_t numRows, int64_t numCols,
                   F32 scale, I32 &amax) {
    alignas(64) uint8_t lines[transposeTile][transposeTile];
    alignas(64) float padded[16];
    for (int64_t r = 0; r < rows; r += 16)
      for (int64_t c = 0; c < cols; c += 16) {
        int64_t width = std::min<int64_t>(16, cols - c);
        __m128i block[16];
        for (int64_t i = 0; i < 16; ++i) {
          if (r + i >= rows) {
            block[i] = _mm_setzero_si128();
            continue;
          }
          const float *from = x + (r + i) * numCols + c;
          uint8_t *to = codes + (r + i) * numCols + c;
          if (width == 16) {
            block[i] = encode16<mayBeNaN>(v, from, scale, amax);
            _mm_storeu_si128(reinterpret_cast<__m128i *>(to), block[i]);
          } else {
            std::fill_n(padded, 16, 0.0f);
            std::copy_n(from, width, padded);
            block[i] = encode16<mayBeNaN>(v, padded, scale, amax);
            std::memcpy(to, &block[i], static_cast<size_t>(width));
          }
        }
        transpose16(block);
        for (int64_t j = 0; j < 16; ++j)
          _mm_store_si128(reinterpret_cast<__m128i *>(&lines[c + j][r]),
                          block[j]);
      }
    for (int64_t j = 0; j < cols; ++j)
      if (rows == transposeTile)
        std::memcpy(transposed + j * numRows, lines[j], transposeTile);
      else
        std::memcpy(transposed + j * numRows, lines[j],
                    static_cast<size_t>(rows));
  }

  /// pointers: x, scale, codes, transposed, partials, amax; sizes: rows, cols;
  /// items: stripes of 64 rows.
  static void stripe(int64_t begin, int64_t, void *const *pointers,
                     const int64_t *sizes) {
    V v;
    int64_t numRows = sizes[0], numCols = sizes[1];
    int64_t row = begin * transposeTile;
    int64_t rows = std::min(transposeTile, numRows - row);
    const float *x = static_cast<const float *>(pointers[0]) + row * numCols;
    float scale = *static_cast<const float *>(pointers[1]);
    uint8_t *codes = static_cast<uint8_t *>(pointers[2]) + row * numCols;
    uint8_t *transposed = static_cast<uint8_t *>(pointers[3]) + row;
    auto *partials = static_cast<float *>(pointers[4]);
    uint32_t max = 0;
    for (int64_t c = 0; c < numCols; c += transposeTile) {
      int64_t cols = std::min(transposeTile, numCols - c);
      I32 amax = v.i32(0);
      tile<false>(v, x + c, codes + c, transposed + c * numRows, rows, cols,
                  numRows, numCols, v.f32(scale), amax);
      uint32_t tileMax = maxOf(v, amax);
      if (!isSafe(scale) || hasNaN(tileMax))
        tile<true>(v, x + c, codes + c, transposed + c * numRows, rows, cols,
                   numRows, numCols, v.f32(scale), amax);
      max = std::max(max, tileMax);
    }
    storeAmax(partials, begin, max);
  }

  static void finishStripes(int64_t, int64_t n, void *const *pointers,
                            const int64_t *) {
    *static_cast<float *>(pointers[5]) =
        fp8rt_combine_maxima(static_cast<float *>(pointers[4]), n);
  }
};

} // namespace

#endif // FP8_TOOLS_BENCH_HANDQUANTIZE_H
