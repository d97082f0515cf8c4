//===- VectorAVX2.h - Vectors of eight floats -------------------*- C++ -*-===//
//
// Counterpart of VectorAVX512.h for CPUs with AVX2 and FMA.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TOOLS_BENCH_VECTORAVX2_H
#define FP8_TOOLS_BENCH_VECTORAVX2_H

#include <cstdint>
#include <immintrin.h>

namespace { // NOLINT(misc-anonymous-namespace-in-header)

struct AVX2 {
  static constexpr int width = 8;
  using F32 = __m256;
  using I32 = __m256i;
  /// A mask whose true lanes are all ones. It is a separate type, because
  /// select() would otherwise be ambiguous.
  struct I1 {
    __m256 mask;
  };

  F32 load(const float *p) { return _mm256_loadu_ps(p); }
  void store(float *p, F32 a) { _mm256_storeu_ps(p, a); }
  I32 loadWords(const void *p) {
    return _mm256_loadu_si256(static_cast<const __m256i *>(p));
  }
  void storeWords(void *p, I32 a) {
    _mm256_storeu_si256(static_cast<__m256i *>(p), a);
  }
  void prefetch(const void *p) { _mm_prefetch(p, _MM_HINT_T0); }
  /// Orders non-temporal stores before all later stores of the thread.
  void fence() { _mm_sfence(); }
  void prefetchForWrite(void *p) { _mm_prefetch(p, _MM_HINT_ET0); }
  /// Vectors of AVX2 are half a cache line, so results use normal stores.
  static constexpr bool streams = false;
  static AVX2 streaming() { return {}; }
  void storeResult(float *p, F32 a) { store(p, a); }

  /// Stores the low seven bits of 64 words in `codes`, with the signs of
  /// `values`.
  void storeCodes(uint8_t *out, const I32 (&codes)[8], const I32 (&values)[8]) {
    for (int half = 0; half < 2; ++half) {
      I32 words[4];
      for (int i = 0; i < 4; ++i)
        words[i] = ori(andi(codes[4 * half + i], i32(0x7F)),
                       andi(shrU(values[4 * half + i], i32(24)), i32(0x80)));
      I32 bytes = _mm256_packus_epi16(_mm256_packus_epi32(words[0], words[1]),
                                      _mm256_packus_epi32(words[2], words[3]));
      // Packing operates on halves of registers.
      const I32 order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
      storeWords(out + 32 * half, _mm256_permutevar8x32_epi32(bytes, order));
    }
  }

  /// Transposes 64 x 64 bytes. If `streamed`, lines are aligned and use
  /// non-temporal stores, so they need not be read first.
  template <bool streamed>
  void transpose64(const uint8_t *in, int64_t inStride, uint8_t *out,
                   int64_t stride) {
    for (int column = 0; column < 64; column += 16) {
      __m128i columns[4][16];
      for (int group = 0; group < 4; ++group)
        transpose16(in + 16 * group * inStride + column, inStride,
                    columns[group]);
      for (int j = 0; j < 16; ++j)
        for (int group = 0; group < 4; ++group) {
          auto *to = reinterpret_cast<__m128i *>(out + (column + j) * stride +
                                                 16 * group);
          if (streamed)
            _mm_stream_si128(to, columns[group][j]);
          else
            _mm_storeu_si128(to, columns[group][j]);
        }
    }
  }

  F32 f32(float value) { return _mm256_set1_ps(value); }
  I32 i32(int32_t value) { return _mm256_set1_epi32(value); }

  F32 add(F32 a, F32 b) { return _mm256_add_ps(a, b); }
  F32 sub(F32 a, F32 b) { return _mm256_sub_ps(a, b); }
  F32 mul(F32 a, F32 b) { return _mm256_mul_ps(a, b); }
  F32 div(F32 a, F32 b) { return _mm256_div_ps(a, b); }
  F32 neg(F32 a) { return fromBits(xori(toBits(a), i32(INT32_MIN))); }
  F32 fma(F32 a, F32 b, F32 c) { return _mm256_fmadd_ps(a, b, c); }
  F32 sqrt(F32 a) { return _mm256_sqrt_ps(a); }

  I1 lt(F32 a, F32 b) { return {_mm256_cmp_ps(a, b, _CMP_LT_OQ)}; }
  I1 gt(F32 a, F32 b) { return {_mm256_cmp_ps(a, b, _CMP_GT_OQ)}; }
  I1 eq(F32 a, F32 b) { return {_mm256_cmp_ps(a, b, _CMP_EQ_OQ)}; }
  I1 isNaN(F32 a) { return {_mm256_cmp_ps(a, a, _CMP_UNORD_Q)}; }
  bool any(I1 a) { return _mm256_movemask_ps(a.mask) != 0; }

  I32 addi(I32 a, I32 b) { return _mm256_add_epi32(a, b); }
  I32 subi(I32 a, I32 b) { return _mm256_sub_epi32(a, b); }
  I32 muli(I32 a, I32 b) { return _mm256_mullo_epi32(a, b); }
  I32 andi(I32 a, I32 b) { return _mm256_and_si256(a, b); }
  I32 ori(I32 a, I32 b) { return _mm256_or_si256(a, b); }
  I32 xori(I32 a, I32 b) { return _mm256_xor_si256(a, b); }
  I32 minu(I32 a, I32 b) { return _mm256_min_epu32(a, b); }
  I32 maxu(I32 a, I32 b) { return _mm256_max_epu32(a, b); }
  I32 shl(I32 a, I32 count) { return _mm256_sllv_epi32(a, count); }
  I32 shrS(I32 a, I32 count) { return _mm256_srav_epi32(a, count); }
  I32 shrU(I32 a, I32 count) { return _mm256_srlv_epi32(a, count); }
  I1 lti(I32 a, I32 b) {
    return {_mm256_castsi256_ps(_mm256_cmpgt_epi32(b, a))};
  }
  I1 eqi(I32 a, I32 b) {
    return {_mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b))};
  }

  I1 andb(I1 a, I1 b) { return {_mm256_and_ps(a.mask, b.mask)}; }
  I1 orb(I1 a, I1 b) { return {_mm256_or_ps(a.mask, b.mask)}; }

  F32 select(I1 condition, F32 a, F32 b) {
    return _mm256_blendv_ps(b, a, condition.mask);
  }
  I32 select(I1 condition, I32 a, I32 b) {
    return toBits(select(condition, fromBits(a), fromBits(b)));
  }

  /// Returns the maximum, or the second operand if one is NaN.
  F32 maxOrSecond(F32 a, F32 b) { return _mm256_max_ps(a, b); }
  /// Returns c - a * b, rounded once.
  F32 fnma(F32 a, F32 b, F32 c) { return _mm256_fnmadd_ps(a, b, c); }
  /// Returns y * 2^n, rounded once. y is in [1/2, 2], n is an integer in [-252,
  /// 126].
  F32 scale(F32 y, F32 n) {
    I32 exponent = _mm256_cvtps_epi32(n);
    if (!any(lti(exponent, i32(-125))))
      return fromBits(addi(toBits(y), shl(exponent, i32(23))));
    // Multiply by two normal powers of two. Only the second multiplication may
    // round.
    I32 half = shrS(exponent, i32(1));
    F32 first = mul(y, fromBits(shl(addi(half, i32(127)), i32(23))));
    I32 rest = subi(exponent, half);
    return mul(first, fromBits(shl(addi(rest, i32(127)), i32(23))));
  }

  I32 toBits(F32 a) { return _mm256_castps_si256(a); }
  F32 fromBits(I32 a) { return _mm256_castsi256_ps(a); }
  F32 toFloat(I32 a) { return _mm256_cvtepi32_ps(a); }

private:
  /// Transposes 16 x 16 bytes by interleaving rows i and i + 8 four times.
  static void transpose16(const uint8_t *in, int64_t stride,
                          __m128i (&row)[16]) {
    for (int i = 0; i < 16; ++i)
      row[i] =
          _mm_loadu_si128(reinterpret_cast<const __m128i *>(in + i * stride));
    for (int round = 0; round < 4; ++round) {
      __m128i next[16];
      for (int i = 0; i < 8; ++i) {
        next[2 * i] = _mm_unpacklo_epi8(row[i], row[i + 8]);
        next[2 * i + 1] = _mm_unpackhi_epi8(row[i], row[i + 8]);
      }
      for (int i = 0; i < 16; ++i)
        row[i] = next[i];
    }
  }
};

} // namespace

#endif // FP8_TOOLS_BENCH_VECTORAVX2_H
