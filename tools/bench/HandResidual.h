//===- HandResidual.h - Hand-written AdamW with a residual ------*- C++ -*-===//

#ifndef FP8_TOOLS_BENCH_HANDRESIDUAL_H
#define FP8_TOOLS_BENCH_HANDRESIDUAL_H

#include "HandStored.h"

namespace { // NOLINT(misc-anonymous-namespace-in-header)

struct HandResidual : HandStored {
  /// The numbers at the even and at the odd positions of 32 numbers. A shift
  /// and a mask extract them from codes, which are halves of words.
  struct Pairs {
    F even, odd;

    Pairs() = default;
    Pairs(F even, F odd) : even(even), odd(odd) {}
    explicit Pairs(I codes)
        : even(fromBits(_mm512_slli_epi32(codes, 16))),
          odd(fromBits(_mm512_and_si512(codes, words(0xFFFF0000)))) {}
    explicit Pairs(const uint16_t *p) : Pairs(_mm512_loadu_si512(p)) {}
    explicit Pairs(const float *p) {
      const I places = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20,
                                         22, 24, 26, 28, 30);
      F first = _mm512_loadu_ps(p), second = _mm512_loadu_ps(p + 16);
      even = _mm512_permutex2var_ps(first, places, second);
      odd = _mm512_permutex2var_ps(first, _mm512_add_epi32(places, words(1)),
                                   second);
    }
    F inOrder(int first) const {
      I places = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6,
                                   22, 7, 23);
      return _mm512_permutex2var_ps(
          even, _mm512_add_epi32(places, _mm512_set1_epi32(first / 2)), odd);
    }
    Pairs operator+(Pairs x) const { return {even + x.even, odd + x.odd}; }
    Pairs operator-(Pairs x) const { return {even - x.even, odd - x.odd}; }
  };

  /// Rounds numbers to 16-bit codes in halves of words; the high halves of the
  /// numbers are the truncated codes. Constants are hidden from the compiler,
  /// which would turn a shift and a mask into a permutation.
  struct EncodePairs {
    I highMask = words(0xFFFF0000), one = halves(1);
    EncodePairs() { asm("" : "+v"(highMask), "+v"(one)); }

    /// Returns (odd & highMask) | (even >> 16).
    I high(Pairs x) const {
      return _mm512_ternarylogic_epi32(_mm512_srli_epi32(bitsOf(x.even), 16),
                                       bitsOf(x.odd), highMask, 0xF8);
    }
    /// Returns (even & ~highMask) | (odd << 16).
    I low(Pairs x) const {
      return _mm512_ternarylogic_epi32(_mm512_slli_epi32(bitsOf(x.odd), 16),
                                       bitsOf(x.even), highMask, 0xF4);
    }
    /// Adds one to a code if the discarded half is above one half of a quantum,
    /// or equals it and the code is odd.
    I nearest(I high, I low) const {
      I rest = _mm512_ternarylogic_epi32(low, high, halves(1), 0xF8);
      return _mm512_mask_add_epi16(
          high, _mm512_cmpgt_epu16_mask(rest, halves(0x8000)), high, one);
    }
    I stochastic(I high, I low, I random) const {
      I sum = _mm512_add_epi16(low, random);
      return _mm512_mask_add_epi16(high, _mm512_cmplt_epu16_mask(sum, low),
                                   high, one);
    }
  };

  /// Returns true if any value is NaN, or if its magnitude is at least the
  /// largest number.
  static bool areSpecial(I a, I b, I c, I d) {
    auto twice = [](I x) { return _mm512_add_epi16(x, x); };
    I most = _mm512_max_epu16(_mm512_max_epu16(twice(a), twice(b)),
                              _mm512_max_epu16(twice(c), twice(d)));
    return _mm512_cmpge_epu16_mask(most, halves(2 * 0x7F7F)) != 0;
  }

  /// Encodes any 32 numbers: infinities saturate, NaN has one code.
  static I encodeSpecial(Pairs x, const I *random = nullptr) {
    alignas(64) uint16_t codes[32], draws[32] = {};
    if (random)
      _mm512_store_si512(draws, *random);
    for (int first = 0; first < 32; first += 16) {
      F part = x.inOrder(first);
      I odd = _mm512_and_si512(_mm512_srli_epi32(bitsOf(part), 16), words(1));
      I added = random ? _mm512_cvtepu16_epi32(_mm256_load_si256(
                             reinterpret_cast<const __m256i *>(draws + first)))
                       : _mm512_add_epi32(words(0x7FFF), odd);
      I code = _mm512_srli_epi32(_mm512_add_epi32(bitsOf(part), added), 16);
      __mmask16 isInfinite = _mm512_cmpeq_epi32_mask(
          _mm512_and_si512(code, words(0x7FFF)), words(0x7F80));
      code = _mm512_mask_sub_epi32(code, isInfinite, code, words(1));
      code = _mm512_mask_mov_epi32(
          code, _mm512_cmp_ps_mask(part, part, _CMP_UNORD_Q), words(0x7FC0));
      _mm256_store_si256(reinterpret_cast<__m256i *>(codes + first),
                         _mm512_cvtepi32_epi16(code));
    }
    return _mm512_load_si512(codes);
  }

  /// Updates bf16 states. Pointers: w, r, m, v, g, scalars. Items: groups of
  /// 128.
  static void bf16(int64_t begin, int64_t end, void *const *pointers,
                   const int64_t *) {
    auto *w = static_cast<uint16_t *>(pointers[0]);
    auto *r = static_cast<uint16_t *>(pointers[1]);
    auto *m = static_cast<uint16_t *>(pointers[2]);
    auto *v = static_cast<uint16_t *>(pointers[3]);
    const auto *g = static_cast<const float *>(pointers[4]);
    auto scalars = bench::loadScalars(pointers + 5);
    Step step(scalars);
    Random draws(scalars.seed, 0, scalars.step);
    EncodePairs encode;
    for (int64_t i = begin * bench::storedGroup; i < end * bench::storedGroup;
         i += 64) {
      I random[2];
      draws(i, random[0], random[1]);
      for (int64_t k = 0; k < 2; ++k) {
        int64_t at = i + 32 * k;
        for (const uint16_t *state : {w, r, m, v})
          prefetchAhead(state + at, 1);
        prefetchAhead(g + at, 2);
        Pairs newW = Pairs(w + at) + Pairs(r + at), newM(m + at), newV(v + at),
              gradient(g + at);
        step.operator()<false>(newW.even, newM.even, newV.even, gradient.even);
        step.operator()<false>(newW.odd, newM.odd, newV.odd, gradient.odd);
        I highOfW = encode.high(newW), highOfM = encode.high(newM),
          highOfV = encode.high(newV);
        I code = encode.nearest(highOfW, encode.low(newW));
        Pairs rest = newW - Pairs(code);
        I highOfRest = encode.high(rest);
        if (__builtin_expect(areSpecial(highOfW, highOfM, highOfV, highOfRest),
                             false)) {
          code = encodeSpecial(newW);
          _mm512_storeu_si512(w + at, code);
          _mm512_storeu_si512(r + at, encodeSpecial(newW - Pairs(code)));
          _mm512_storeu_si512(m + at, encodeSpecial(newM));
          _mm512_storeu_si512(v + at, encodeSpecial(newV, &random[k]));
          continue;
        }
        _mm512_storeu_si512(w + at, code);
        _mm512_storeu_si512(r + at,
                            encode.nearest(highOfRest, encode.low(rest)));
        _mm512_storeu_si512(m + at, encode.nearest(highOfM, encode.low(newM)));
        _mm512_storeu_si512(
            v + at, encode.stochastic(highOfV, encode.low(newV), random[k]));
      }
    }
  }
};

} // namespace

#endif // FP8_TOOLS_BENCH_HANDRESIDUAL_H
