//===- VectorAVX512.h - Sixteen floats --------------------------*- C++ -*-===//
//
// A builder as MathBuilder.h describes it, whose operations are instructions,
// and the loads and stores that the hand kernels need. In an unnamed namespace:
// what is instantiated over it must not be shared with code for other CPUs.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TOOLS_BENCH_VECTORAVX512_H
#define FP8_TOOLS_BENCH_VECTORAVX512_H

#include <cstdint>
#include <immintrin.h>

namespace {

struct AVX512 {
  static constexpr int width = 16;
  using F32 = __m512;
  using I32 = __m512i;
  using I1 = __mmask16;

  F32 load(const float *p) { return _mm512_loadu_ps(p); }
  void store(float *p, F32 a) { _mm512_storeu_ps(p, a); }
  I32 loadWords(const void *p) { return _mm512_loadu_si512(p); }
  void storeWords(void *p, I32 a) { _mm512_storeu_si512(p, a); }
  /// The low bytes of 16 words.
  __m128i packBytes(const I32 (&a)[1]) { return _mm512_cvtepi32_epi8(a[0]); }

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

  I32 toBits(F32 a) { return _mm512_castps_si512(a); }
  F32 fromBits(I32 a) { return _mm512_castsi512_ps(a); }
  F32 toFloat(I32 a) { return _mm512_cvtepi32_ps(a); }
};

} // namespace

#endif // FP8_TOOLS_BENCH_VECTORAVX512_H
