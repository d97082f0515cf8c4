//===- VectorAVX512.h - Vectors of sixteen floats ---------------*- C++ -*-===//
//
// A builder in the sense of MathBuilder.h, whose operations are instructions,
// with the loads and stores that the hand-written kernels need. It is in an
// unnamed namespace: its template instances must not be shared with code for
// other CPUs.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TOOLS_BENCH_VECTORAVX512_H
#define FP8_TOOLS_BENCH_VECTORAVX512_H

#include <cstdint>
#include <immintrin.h>

namespace { // NOLINT(misc-anonymous-namespace-in-header)

struct AVX512 {
  static constexpr int width = 16;
  using F32 = __m512;
  using I32 = __m512i;
  using I1 = __mmask16;

  F32 load(const float *p) { return _mm512_loadu_ps(p); }
  void store(float *p, F32 a) { _mm512_storeu_ps(p, a); }
  I32 loadWords(const void *p) { return _mm512_loadu_si512(p); }
  void storeWords(void *p, I32 a) { _mm512_storeu_si512(p, a); }
  void prefetch(const void *p) { _mm_prefetch(p, _MM_HINT_T0); }
  /// Orders non-temporal stores before all later stores of the thread.
  void fence() { _mm_sfence(); }

  /// True if whole lines of results use non-temporal stores, which avoids
  /// reading them first on AMD. All measured results are larger than the
  /// caches.
  bool streams = false;
  static bool prefersStreams() { return __builtin_cpu_is("amd"); }
  static AVX512 streaming() {
    AVX512 v;
    v.streams = prefersStreams();
    return v;
  }
  void storeResult(void *p, I32 a) {
    if (streams && reinterpret_cast<uintptr_t>(p) % 64 == 0)
      _mm512_stream_si512(static_cast<I32 *>(p), a);
    else
      storeWords(p, a);
  }
  void storeResult(float *p, F32 a) {
    storeResult(static_cast<void *>(p), toBits(a));
  }

  void prefetchForWrite(void *p) { _mm_prefetch(p, _MM_HINT_ET0); }

  /// Stores the low seven bits of 64 words in `codes`, with the signs of
  /// `values`.
  void storeCodes(uint8_t *out, const I32 (&codes)[4], const I32 (&values)[4]) {
    I32 magnitudes = everyFourth<0>(codes), signs = everyFourth<3>(values);
    // (signs & 0x80) | magnitudes
    storeResult(out, _mm512_ternarylogic_epi32(
                         signs, magnitudes,
                         i32(static_cast<int32_t>(0x80808080)), 0xEC));
  }

  /// Transposes 64 x 64 bytes. If `streamed`, lines are aligned and use
  /// non-temporal stores, so they need not be read first.
  template <bool streamed>
  void transpose64(const uint8_t *in, int64_t inStride, uint8_t *out,
                   int64_t stride) {
    // Interleaving rows i and i + 8 four times transposes 16 x 16 bytes, here
    // in each quarter of a register.
    I32 columns[4][16];
    for (int group = 0; group < 4; ++group) {
      I32 *row = columns[group];
      for (int i = 0; i < 16; ++i)
        row[i] = loadWords(in + (16 * group + i) * inStride);
      for (int round = 0; round < 4; ++round) {
        I32 next[16];
        for (int i = 0; i < 8; ++i) {
          next[2 * i] = _mm512_unpacklo_epi8(row[i], row[i + 8]);
          next[2 * i + 1] = _mm512_unpackhi_epi8(row[i], row[i + 8]);
        }
        for (int i = 0; i < 16; ++i)
          row[i] = next[i];
      }
    }
    // Quarter q of columns[group][j] holds 16 rows, from row 16 * group on, of
    // column 16 q + j.
    for (int j = 0; j < 16; ++j) {
      auto pick = [&](int low, int quarters) {
        return quarters ? _mm512_shuffle_i32x4(columns[low][j],
                                               columns[low + 1][j], 0xEE)
                        : _mm512_shuffle_i32x4(columns[low][j],
                                               columns[low + 1][j], 0x44);
      };
      for (int half = 0; half < 2; ++half) {
        I32 first = pick(0, half), second = pick(2, half);
        uint8_t *line = out + (32 * half + j) * stride;
        storeLine<streamed>(line, _mm512_shuffle_i32x4(first, second, 0x88));
        storeLine<streamed>(line + 16 * stride,
                            _mm512_shuffle_i32x4(first, second, 0xDD));
      }
    }
  }

  F32 f32(float value) { return _mm512_set1_ps(value); }
  I32 i32(int32_t value) { return _mm512_set1_epi32(value); }

  F32 add(F32 a, F32 b) { return _mm512_add_ps(a, b); }
  F32 sub(F32 a, F32 b) { return _mm512_sub_ps(a, b); }
  F32 mul(F32 a, F32 b) { return _mm512_mul_ps(a, b); }
  F32 div(F32 a, F32 b) { return _mm512_div_ps(a, b); }
  F32 neg(F32 a) { return fromBits(xori(toBits(a), i32(INT32_MIN))); }
  F32 fma(F32 a, F32 b, F32 c) { return _mm512_fmadd_ps(a, b, c); }
  F32 sqrt(F32 a) { return _mm512_sqrt_ps(a); }

  I1 lt(F32 a, F32 b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
  I1 gt(F32 a, F32 b) { return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ); }
  I1 eq(F32 a, F32 b) { return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ); }
  I1 isNaN(F32 a) { return _mm512_cmp_ps_mask(a, a, _CMP_UNORD_Q); }
  bool any(I1 a) { return a != 0; }

  I32 addi(I32 a, I32 b) { return _mm512_add_epi32(a, b); }
  I32 subi(I32 a, I32 b) { return _mm512_sub_epi32(a, b); }
  I32 muli(I32 a, I32 b) { return _mm512_mullo_epi32(a, b); }
  I32 andi(I32 a, I32 b) { return _mm512_and_si512(a, b); }
  I32 ori(I32 a, I32 b) { return _mm512_or_si512(a, b); }
  I32 xori(I32 a, I32 b) { return _mm512_xor_si512(a, b); }
  I32 minu(I32 a, I32 b) { return _mm512_min_epu32(a, b); }
  I32 maxu(I32 a, I32 b) { return _mm512_max_epu32(a, b); }
  I32 shl(I32 a, I32 count) { return _mm512_sllv_epi32(a, count); }
  I32 shrS(I32 a, I32 count) { return _mm512_srav_epi32(a, count); }
  I32 shrU(I32 a, I32 count) { return _mm512_srlv_epi32(a, count); }
  I1 lti(I32 a, I32 b) { return _mm512_cmplt_epi32_mask(a, b); }
  I1 eqi(I32 a, I32 b) { return _mm512_cmpeq_epi32_mask(a, b); }

  I1 andb(I1 a, I1 b) { return a & b; }
  I1 orb(I1 a, I1 b) { return a | b; }

  F32 select(I1 condition, F32 a, F32 b) {
    return _mm512_mask_blend_ps(condition, b, a);
  }
  I32 select(I1 condition, I32 a, I32 b) {
    return _mm512_mask_blend_epi32(condition, b, a);
  }

  /// Returns the maximum, or the second operand if one is NaN.
  F32 maxOrSecond(F32 a, F32 b) { return _mm512_max_ps(a, b); }
  /// Returns c - a * b, rounded once.
  F32 fnma(F32 a, F32 b, F32 c) { return _mm512_fnmadd_ps(a, b, c); }
  /// Returns y * 2^n, rounded once. n is an integer.
  F32 scale(F32 y, F32 n) { return _mm512_scalef_ps(y, n); }

  I32 toBits(F32 a) { return _mm512_castps_si512(a); }
  F32 fromBits(I32 a) { return _mm512_castsi512_ps(a); }
  F32 toFloat(I32 a) { return _mm512_cvtepi32_ps(a); }

private:
  template <bool streamed>
  void storeLine(void *p, I32 a) {
    if (streamed)
      _mm512_stream_si512(static_cast<I32 *>(p), a);
    else
      storeWords(p, a);
  }

  /// Returns byte `first` of each of 64 words.
  template <int first>
  I32 everyFourth(const I32 (&words)[4]) {
    alignas(64) static constexpr ByteIndices index(first);
    I32 indices = loadWords(index.bytes);
    return _mm512_mask_blend_epi32(
        0xFF00, _mm512_permutex2var_epi8(words[0], indices, words[1]),
        _mm512_permutex2var_epi8(words[2], indices, words[3]));
  }

  /// Indices first, first + 4, ... of 128 bytes, twice.
  struct ByteIndices {
    constexpr explicit ByteIndices(int first) : bytes() {
      for (int i = 0; i < 64; ++i)
        bytes[i] = static_cast<uint8_t>(first + 4 * (i % 32));
    }
    uint8_t bytes[64];
  };
};

} // namespace

#endif // FP8_TOOLS_BENCH_VECTORAVX512_H
