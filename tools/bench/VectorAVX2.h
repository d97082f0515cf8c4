//===- VectorAVX2.h - Eight floats ------------------------------*- C++ -*-===//
//
// The same as VectorAVX512.h for CPUs with AVX2 and FMA.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TOOLS_BENCH_VECTORAVX2_H
#define FP8_TOOLS_BENCH_VECTORAVX2_H

#include <cstdint>
#include <immintrin.h>

namespace {

struct AVX2 {
  static constexpr int width = 8;
  using F32 = __m256;
  using I32 = __m256i;
  /// All ones where true. A type of its own, or select() were ambiguous.
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
  /// The low bytes of 16 words, which are below 256.
  __m128i packBytes(const I32 (&a)[2]) {
    __m256i halves =
        _mm256_permute4x64_epi64(_mm256_packus_epi32(a[0], a[1]), 0xD8);
    return _mm_packus_epi16(_mm256_castsi256_si128(halves),
                            _mm256_extracti128_si256(halves, 1));
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

  I32 toBits(F32 a) { return _mm256_castps_si256(a); }
  F32 fromBits(I32 a) { return _mm256_castsi256_ps(a); }
  F32 toFloat(I32 a) { return _mm256_cvtepi32_ps(a); }
};

} // namespace

#endif // FP8_TOOLS_BENCH_VECTORAVX2_H
