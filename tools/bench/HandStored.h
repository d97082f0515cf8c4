//===- HandStored.h - AdamW on stored states by hand, exact -----*- C++ -*-===//
//
// For AVX-512 alone: what is stored is packed into bytes and halves, which no
// common vocabulary with AVX2 would do justice.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TOOLS_BENCH_HANDSTORED_H
#define FP8_TOOLS_BENCH_HANDSTORED_H

#include "HandQuantize.h"
#include "StoredAdamW.h"
#include "VectorAVX512.h"
#include "fp8/Numerics/Philox.h"
#include "fp8/Numerics/Split.h"

#include <algorithm>
#include <cfloat>
#include <immintrin.h>

namespace { // NOLINT(misc-anonymous-namespace-in-header)

struct HandStored {
  using F = __m512;
  using I = __m512i;

  static I words(uint32_t bits) {
    return _mm512_set1_epi32(static_cast<int32_t>(bits));
  }
  static I halves(uint16_t bits) {
    return _mm512_set1_epi16(static_cast<int16_t>(bits));
  }
  static F floats(float value) { return _mm512_set1_ps(value); }
  static I bitsOf(F x) { return _mm512_castps_si512(x); }
  static F fromBits(I x) { return _mm512_castsi512_ps(x); }
  static F magnitude(F x) {
    return fromBits(_mm512_and_si512(bitsOf(x), words(0x7FFFFFFF)));
  }

  /// So many lines of what is read 4 KiB later.
  static void prefetchAhead(const void *p, int64_t lines) {
    for (int64_t i = 0; i < lines; ++i)
      _mm_prefetch(static_cast<const char *>(p) + 4096 + 64 * i, _MM_HINT_T0);
  }

  //===--------------------------------------------------------------------===//
  // Draws
  //===--------------------------------------------------------------------===//

  /// Quasi-random draws, those of eight blocks at a time, a word in each lane
  /// of 64 bits. The rounds of Philox depend on each other; what is called next
  /// to each other does not.
  struct Draws {
    static constexpr int rounds = mlir::fp8::numerics::getRounds(
        mlir::fp8::numerics::Sequence::QuasiRandom);
    __m512i keys[rounds][2], step;

    Draws(uint32_t seed, uint32_t stream, uint32_t stepNumber) {
      for (auto &key : keys) {
        key[0] = _mm512_set1_epi64(seed);
        key[1] = _mm512_set1_epi64(stream);
        seed += 0x9E3779B9u;
        stream += 0xBB67AE85u;
      }
      step = words(stepNumber * mlir::fp8::numerics::quasiRandomStride);
    }

    /// 64 draws of elements from `index` on, a multiple of 8.
    void operator()(int64_t index, I &low, I &high) const {
      const I first = _mm512_set1_epi64(0xD2511F53);
      const I second = _mm512_set1_epi64(0xCD9E8D57);
      I block = _mm512_add_epi64(_mm512_set1_epi64(index / 8),
                                 _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
      I c0 = block, c1 = _mm512_srli_epi64(block, 32),
        c2 = _mm512_setzero_si512(), c3 = _mm512_setzero_si512();
      for (const auto &key : keys) {
        I p = _mm512_mul_epu32(c0, first), q = _mm512_mul_epu32(c2, second);
        c0 = _mm512_ternarylogic_epi64(_mm512_srli_epi64(q, 32), c1, key[0],
                                       0x96);
        c2 = _mm512_ternarylogic_epi64(_mm512_srli_epi64(p, 32), c3, key[1],
                                       0x96);
        c1 = q;
        c3 = p;
      }
      // Pairs of words, then of pairs.
      I a = _mm512_mask_shuffle_epi32(c0, 0xAAAA, c1, _MM_PERM_CCAA);
      I b = _mm512_mask_shuffle_epi32(c2, 0xAAAA, c3, _MM_PERM_CCAA);
      a = _mm512_add_epi32(a, step);
      b = _mm512_add_epi32(b, step);
      low = _mm512_permutex2var_epi64(
          a, _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11), b);
      high = _mm512_permutex2var_epi64(
          a, _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15), b);
    }
  };

  static I widenLow(I x) {
    return _mm512_cvtepu16_epi32(_mm512_castsi512_si256(x));
  }
  static I widenHigh(I x) {
    return _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(x, 1));
  }

  //===--------------------------------------------------------------------===//
  // AdamW
  //===--------------------------------------------------------------------===//

  struct Step {
    F rate, keep, correct1, correct2, bound;

    explicit Step(const bench::StoredScalars &s)
        : rate(floats(s.rate)), keep(floats(1.0f - s.rate * 0.1f)),
          correct1(floats(s.correct1)), correct2(floats(s.correct2)),
          bound(floats(s.bound)) {}

    template <bool clamps>
    void operator()(F &w, F &m, F &v, F g) const {
      m = floats(0.9f) * m + floats(0.1f) * g;
      v = floats(0.999f) * v + floats(1.0e-3f) * (g * g);
      F u = (m * correct1) / (_mm512_sqrt_ps(v * correct2) + floats(1.0e-8f));
      if (clamps) {
        // The bound is a number above 0; a quotient that is NaN is the second
        // operand, and the result.
        u = _mm512_max_ps(
            fromBits(_mm512_xor_si512(bitsOf(bound), words(0x80000000))), u);
        u = _mm512_min_ps(bound, u);
      }
      w = w * keep - rate * u;
    }
  };

  //===--------------------------------------------------------------------===//
  // bf16
  //===--------------------------------------------------------------------===//

  /// 32 numbers: those at even places and those at odd ones. A shift and a mask
  /// make them of codes, which are halves of words.
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

  /// Rounds to codes as halves, of which the high ones of words are the codes
  /// cut off. Its constants are unknown to the compiler, which would make a
  /// permutation of a shift and a mask.
  struct EncodePairs {
    I highMask = words(0xFFFF0000), one = halves(1);
    EncodePairs() { asm("" : "+v"(highMask), "+v"(one)); }

    /// (odd & highMask) | (even >> 16)
    I high(Pairs x) const {
      return _mm512_ternarylogic_epi32(_mm512_srli_epi32(bitsOf(x.even), 16),
                                       bitsOf(x.odd), highMask, 0xF8);
    }
    /// (even & ~highMask) | (odd << 16)
    I low(Pairs x) const {
      return _mm512_ternarylogic_epi32(_mm512_slli_epi32(bitsOf(x.odd), 16),
                                       bitsOf(x.even), highMask, 0xF4);
    }
    /// One more if the rest is above one half, or is one half of an odd code.
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

  /// Whether one of these is NaN, or no less than the largest number.
  static bool areSpecial(I a, I b, I c, I d) {
    auto twice = [](I x) { return _mm512_add_epi16(x, x); };
    I most = _mm512_max_epu16(_mm512_max_epu16(twice(a), twice(b)),
                              _mm512_max_epu16(twice(c), twice(d)));
    return _mm512_cmpge_epu16_mask(most, halves(2 * 0x7F7F)) != 0;
  }

  /// The codes of any 32 numbers: infinities saturate, NaN has one code.
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

  /// pointers: w, r, m, v, g, scalars; items: groups of 128.
  static void bf16(int64_t begin, int64_t end, void *const *pointers,
                   const int64_t *) {
    auto *w = static_cast<uint16_t *>(pointers[0]);
    auto *r = static_cast<uint16_t *>(pointers[1]);
    auto *m = static_cast<uint16_t *>(pointers[2]);
    auto *v = static_cast<uint16_t *>(pointers[3]);
    const auto *g = static_cast<const float *>(pointers[4]);
    auto scalars = bench::loadScalars(pointers + 5);
    Step step(scalars);
    Draws draws(scalars.seed, 0, scalars.step);
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

  //===--------------------------------------------------------------------===//
  // Splits, and moments of 8 bits
  //===--------------------------------------------------------------------===//

  static I loadBytes(const uint8_t *p) {
    return _mm512_cvtepi8_epi32(
        _mm_loadu_si128(reinterpret_cast<const __m128i *>(p)));
  }
  static I loadBytes(const int16_t *p) {
    return _mm512_cvtepi16_epi32(
        _mm256_loadu_si256(reinterpret_cast<const __m256i *>(p)));
  }
  /// 64 bytes of words below 256.
  static I pack(const I (&x)[4]) {
    I all = _mm512_packus_epi16(_mm512_packus_epi32(x[0], x[1]),
                                _mm512_packus_epi32(x[2], x[3]));
    return _mm512_permutexvar_epi32(
        _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15),
        all);
  }
  static void storeRests(uint8_t *p, const I (&x)[4]) {
    I bytes[4];
    for (int i = 0; i < 4; ++i)
      bytes[i] = _mm512_and_si512(x[i], words(0xFF));
    _mm512_storeu_si512(p, pack(bytes));
  }
  static void storeRests(int16_t *p, const I (&x)[4]) {
    for (int i = 0; i < 4; ++i)
      _mm256_storeu_si256(reinterpret_cast<__m256i *>(p + 16 * i),
                          _mm512_cvtepi32_epi16(x[i]));
  }

  /// 32 codes by way of f16, whose exponents reach 2^8 less far.
  template <bool isSigned>
  static void loadMoment(const uint8_t *p, F (&x)[2]) {
    __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(p));
    I half;
    __mmask32 isNaN;
    if (isSigned) {
      half = _mm512_slli_epi16(_mm512_cvtepi8_epi16(bytes), 7);
      isNaN = _mm512_cmpeq_epi16_mask(_mm512_and_si512(half, halves(0x3F80)),
                                      halves(0x3F80));
      half = _mm512_and_si512(half, halves(0xBF80));
    } else {
      half = _mm512_cvtepu8_epi16(bytes);
      isNaN = _mm512_cmpeq_epi16_mask(half, halves(0xFF));
      half = _mm512_slli_epi16(half, 6);
    }
    const F nan = fromBits(words(0x7FC00000));
    x[0] = _mm512_cvtph_ps(_mm512_castsi512_si256(half));
    x[1] = _mm512_cvtph_ps(_mm512_extracti64x4_epi64(half, 1));
    x[0] = _mm512_mask_mul_ps(nan, static_cast<__mmask16>(~isNaN), x[0],
                              floats(256.0f));
    x[1] = _mm512_mask_mul_ps(nan, static_cast<__mmask16>(~isNaN >> 16), x[1],
                              floats(256.0f));
  }

  /// floor(y + draw * 2^-16) of a magnitude y under the largest one, as codes
  /// of a float of bias 7 and `mantissa` bits.
  template <int mantissa>
  static I roundDown(I y, I draw) {
    constexpr int low = 23 - mantissa;
    I shifted = low >= 16 ? _mm512_slli_epi32(draw, std::max(low - 16, 0))
                          : _mm512_srli_epi32(draw, std::max(16 - low, 0));
    I normal = _mm512_srli_epi32(
        _mm512_add_epi32(y, _mm512_sub_epi32(shifted, words(120u << 23))), low);
    __mmask16 isSmall = _mm512_cmplt_epi32_mask(y, words(121u << 23));
    I whole = _mm512_cvttps_epi32(
        _mm512_maskz_mul_ps(isSmall, fromBits(y),
                            fromBits(words((127u + 16 + 6 + mantissa) << 23))));
    return _mm512_mask_srli_epi32(normal, isSmall,
                                  _mm512_add_epi32(whole, draw), 16);
  }

  /// 64 draws as words.
  struct Words {
    I words[4];
    Words(const Draws &draws, int64_t index) {
      I low, high;
      draws(index, low, high);
      words[0] = widenLow(low);
      words[1] = widenHigh(low);
      words[2] = widenLow(high);
      words[3] = widenHigh(high);
    }
  };

  /// What groups leave for their codes: stepped moments, and their maxima.
  static constexpr int64_t batch = 16;
  struct Moments {
    alignas(64) float m[batch * bench::storedGroup];
    alignas(64) float v[batch * bench::storedGroup];
    alignas(64) uint32_t maxOfM[batch] = {}, maxOfV[batch] = {};
  };

  /// scale and 1 / scale of 16 groups.
  static void makeScales(const uint32_t *maxima, float largest, F &scale,
                         F &inverse) {
    F amax = fromBits(_mm512_load_si512(maxima));
    __mmask16 isGood =
        _mm512_cmp_ps_mask(amax, floats(0.0f), _CMP_GT_OQ) &
        _mm512_cmp_ps_mask(amax, floats(__builtin_inff()), _CMP_LT_OQ);
    scale = _mm512_min_ps(floats(FLT_MAX), floats(largest) / amax);
    scale = _mm512_mask_mov_ps(floats(1.0f), isGood, scale);
    inverse = floats(1.0f) / scale;
  }

  template <int bits, typename Rest>
  struct Split {
    static constexpr int mantissa = 3 + bits;
    static constexpr uint32_t mask = (1u << (4 + mantissa)) - 1;
    static constexpr uint32_t nanCode = 0x7Fu << bits;
    static constexpr uint32_t maxCode =
        (0x7Eu << bits) + (1u << (bits - 1)) - 1;

    static F load(const uint8_t *w, const Rest *r) {
      I main = loadBytes(w);
      I code = _mm512_and_si512(
          _mm512_add_epi32(
              _mm512_slli_epi32(_mm512_and_si512(main, words(0x7F)), bits),
              loadBytes(r)),
          words(mask));
      __mmask16 isNaN = _mm512_cmpgt_epi32_mask(code, words(maxCode));
      F value = fromBits(_mm512_slli_epi32(code, 23 - mantissa)) *
                fromBits(words((127u + 120) << 23));
      // value | (main & sign)
      I signedValue = _mm512_ternarylogic_epi32(bitsOf(value), main,
                                                words(0x80000000), 0xF8);
      return fromBits(
          _mm512_mask_mov_epi32(signedValue, isNaN, words(0x7FC00000)));
    }

    /// The magnitude of the code of y; `sign` has that of y in bit 7.
    static I encode(F y, const I *draw, uint32_t largest, I &sign) {
      __mmask16 isNaN = _mm512_cmp_ps_mask(y, y, _CMP_UNORD_Q);
      I capped = _mm512_min_epu32(bitsOf(magnitude(y)), words(largest));
      I code;
      if (bits == 8) {
        code = roundDown<mantissa>(capped, *draw);
      } else {
        // Of 2^4 times its binade the quantum of f32 is that of the format.
        I binade = _mm512_max_epu32(_mm512_and_si512(capped, words(0x7F800000)),
                                    words(121u << 23));
        F sum = _mm512_fmadd_ps(fromBits(binade), floats(0x1p4f + 7),
                                fromBits(capped));
        code = _mm512_and_si512(
            _mm512_add_epi32(bitsOf(sum), _mm512_srli_epi32(binade, 4)),
            words(mask));
      }
      sign = _mm512_maskz_srli_epi32(static_cast<__mmask16>(~isNaN), bitsOf(y),
                                     24);
      return _mm512_mask_mov_epi32(code, isNaN, words(nanCode));
    }

    /// pointers: w, r, m, m_scale, v, v_scale, g, scalars, partials, amax;
    /// items: groups.
    static void run(int64_t begin, int64_t end, void *const *pointers,
                    const int64_t *) {
      Moments moments;
      auto scalars = bench::loadScalars(pointers + 7);
      Step step(scalars);
      Draws drawsOfW(scalars.seed, 1, scalars.step);
      Draws drawsOfV(scalars.seed, 0, scalars.step);
      I amax = _mm512_setzero_si512();
      for (int64_t i = begin; i < end; i += batch) {
        int64_t count = std::min(batch, end - i);
        for (int64_t k = 0; k < count; ++k)
          stepGroup(i + k, k, pointers, scalars, step, drawsOfW, amax, moments);
        storeMoments(i, count, pointers, drawsOfV, moments);
      }
      static_cast<uint32_t *>(
          pointers[7 + bench::numStoredScalars])[begin / bench::storedGrain] =
          _mm512_reduce_max_epu32(amax);
    }

    static void stepGroup(int64_t group, int64_t k, void *const *pointers,
                          const bench::StoredScalars &scalars, const Step &step,
                          const Draws &draws, I &amax, Moments &moments) {
      int64_t first = group * bench::storedGroup;
      auto *w = static_cast<uint8_t *>(pointers[0]) + first;
      auto *r = static_cast<Rest *>(pointers[1]) + first;
      const auto *m = static_cast<const uint8_t *>(pointers[2]) + first;
      const auto *v = static_cast<const uint8_t *>(pointers[4]) + first;
      const auto *g = static_cast<const float *>(pointers[6]) + first;
      const F oldInverse = floats(scalars.oldInverse);
      const F scale = floats(scalars.scale);
      const F inverseOfM = floats(static_cast<float *>(pointers[3])[group]);
      const F inverseOfV = floats(static_cast<float *>(pointers[5])[group]);
      const uint32_t largest =
          mlir::fp8::numerics::bitsOf(mlir::fp8::numerics::maxFinite(
              mlir::fp8::numerics::splitFormat(bits)));
      float *newM = moments.m + k * bench::storedGroup;
      float *newV = moments.v + k * bench::storedGroup;
      I maxOfM = _mm512_setzero_si512(), maxOfV = _mm512_setzero_si512();
      for (int64_t j = 0; j < bench::storedGroup; j += 64) {
        I draw[4] = {}, mains[4], rests[4];
        prefetchAhead(w + j, 1);
        prefetchAhead(r + j, sizeof(Rest));
        prefetchAhead(m + j, 1);
        prefetchAhead(v + j, 1);
        prefetchAhead(g + j, 4);
        if (bits == 8) {
          Words drawn(draws, first + j);
          std::copy(std::begin(drawn.words), std::end(drawn.words), draw);
        }
        for (int64_t pair = 0; pair < 2; ++pair) {
          F oldM[2], oldV[2];
          loadMoment<true>(m + j + 32 * pair, oldM);
          loadMoment<false>(v + j + 32 * pair, oldV);
          for (int64_t part = 0; part < 2; ++part) {
            int64_t n = 2 * pair + part, at = j + 16 * n;
            F x = load(w + at, r + at) * oldInverse;
            F first = oldM[part] * inverseOfM, second = oldV[part] * inverseOfV;
            step.operator()<true>(x, first, second, _mm512_loadu_ps(g + at));
            _mm512_store_ps(newM + at, first);
            _mm512_store_ps(newV + at, second);
            maxOfM = _mm512_max_epu32(maxOfM, bitsOf(magnitude(first)));
            maxOfV = _mm512_max_epu32(maxOfV, bitsOf(magnitude(second)));
            I sign;
            I code = encode(x * scale, &draw[n], largest, sign);
            amax = _mm512_max_epu32(amax, code);
            // high | (sign & 0x80)
            mains[n] = _mm512_ternarylogic_epi32(
                _mm512_srli_epi32(
                    _mm512_add_epi32(code, words(1u << (bits - 1))), bits),
                sign, words(0x80), 0xF8);
            rests[n] = code;
          }
        }
        _mm512_storeu_si512(w + j, pack(mains));
        storeRests(r + j, rests);
      }
      moments.maxOfM[k] = _mm512_reduce_max_epu32(maxOfM);
      moments.maxOfV[k] = _mm512_reduce_max_epu32(maxOfV);
    }

    static void storeMoments(int64_t group, int64_t count,
                             void *const *pointers, const Draws &draws,
                             const Moments &moments) {
      using Quantize = bench::HandQuantize<AVX512>;
      AVX512 v512;
      F scale, inverse;
      alignas(64) float scaleOfM[batch], scaleOfV[batch];
      auto keep = static_cast<__mmask16>((1u << count) - 1);
      makeScales(moments.maxOfM, 448.0f, scale, inverse);
      _mm512_store_ps(scaleOfM, scale);
      _mm512_mask_storeu_ps(static_cast<float *>(pointers[3]) + group, keep,
                            inverse);
      makeScales(moments.maxOfV, 480.0f, scale, inverse);
      _mm512_store_ps(scaleOfV, scale);
      _mm512_mask_storeu_ps(static_cast<float *>(pointers[5]) + group, keep,
                            inverse);
      for (int64_t k = 0; k < count; ++k) {
        int64_t first = (group + k) * bench::storedGroup;
        auto *m = static_cast<uint8_t *>(pointers[2]) + first;
        auto *v = static_cast<uint8_t *>(pointers[4]) + first;
        bool isSafe = !Quantize::hasNaN(moments.maxOfM[k]);
        I unused = _mm512_setzero_si512();
        const F factorOfM = floats(scaleOfM[k]),
                factorOfV = floats(scaleOfV[k]);
        for (int64_t j = 0; j < bench::storedGroup; j += 64) {
          const float *from = moments.m + k * bench::storedGroup + j;
          if (isSafe)
            Quantize::encode64<false>(v512, from, factorOfM, unused, m + j);
          else
            Quantize::encode64<true>(v512, from, factorOfM, unused, m + j);
          Words drawn(draws, first + j);
          I codes[4];
          for (int64_t n = 0; n < 4; ++n) {
            // Never negative.
            F y =
                factorOfV *
                _mm512_load_ps(moments.v + k * bench::storedGroup + j + 16 * n);
            I capped =
                _mm512_min_epu32(bitsOf(magnitude(y)),
                                 words(mlir::fp8::numerics::bitsOf(480.0f)));
            codes[n] = _mm512_mask_mov_epi32(
                roundDown<4>(capped, drawn.words[n]),
                _mm512_cmp_ps_mask(y, y, _CMP_UNORD_Q), words(0xFF));
          }
          _mm512_storeu_si512(v + j, pack(codes));
        }
      }
    }

    static void finish(int64_t, int64_t groups, void *const *pointers,
                       const int64_t *) {
      const auto *partials =
          static_cast<const uint32_t *>(pointers[7 + bench::numStoredScalars]);
      uint32_t code = 0;
      for (int64_t i = 0; i * bench::storedGrain < groups; ++i)
        code = std::max(code, partials[i]);
      float inverse = 1.0f / bench::loadScalars(pointers + 7).scale;
      *static_cast<float *>(pointers[8 + bench::numStoredScalars]) =
          mlir::fp8::numerics::decodeBits(
              code, mlir::fp8::numerics::splitFormat(bits)) *
          inverse;
    }
  };
};

} // namespace

#endif // FP8_TOOLS_BENCH_HANDSTORED_H
