//===- HandSplit.h - Hand-written AdamW on splits ---------------*- C++ -*-===//

#ifndef FP8_TOOLS_BENCH_HANDSPLIT_H
#define FP8_TOOLS_BENCH_HANDSPLIT_H

#include "HandStored.h"
#include "VectorAVX512.h"
#include "fp8/Numerics/Split.h"

#include <algorithm>
#include <cfloat>

namespace { // NOLINT(misc-anonymous-namespace-in-header)

struct HandSplit : HandStored {
  static I loadBytes(const uint8_t *p) {
    return _mm512_cvtepi8_epi32(
        _mm_loadu_si128(reinterpret_cast<const __m128i *>(p)));
  }
  static I loadBytes(const int16_t *p) {
    return _mm512_cvtepi16_epi32(
        _mm256_loadu_si256(reinterpret_cast<const __m256i *>(p)));
  }
  /// Packs words below 256 into 64 bytes.
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

  /// Decodes 32 codes by way of f16. The bits of a code, read as f16, are 2^-8
  /// of its value.
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

  /// Returns floor(y + draw * 2^-16) of a magnitude y, limited to the largest
  /// magnitude, as codes of a format with bias 7 and `mantissa` mantissa bits.
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

  /// Splits 64 random values into words.
  static void widen(I low, I high, I words[4]) {
    words[0] = widenLow(low);
    words[1] = widenHigh(low);
    words[2] = widenLow(high);
    words[3] = widenHigh(high);
  }

  /// Returns the 8-bit codes of magnitudes y, including NaN.
  template <int mantissa>
  static I encodeMoment(F y, I draw, float largest, uint32_t nanCode) {
    I capped = _mm512_min_epu32(bitsOf(magnitude(y)),
                                words(mlir::fp8::numerics::bitsOf(largest)));
    return _mm512_mask_mov_epi32(roundDown<mantissa>(capped, draw),
                                 _mm512_cmp_ps_mask(y, y, _CMP_UNORD_Q),
                                 words(nanCode));
  }

  /// Number of groups per batch. The new moments of a batch and their maxima
  /// are stored until they are encoded.
  static constexpr int64_t batch = 16;
  struct Moments {
    alignas(64) float m[batch * bench::storedGroup];
    alignas(64) float v[batch * bench::storedGroup];
    alignas(64) uint32_t maxOfM[batch] = {}, maxOfV[batch] = {};
  };

  /// Computes scale and 1 / scale of 16 groups.
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

    /// Returns the magnitude of the code of y. Bit 7 of `sign` receives the
    /// sign of y.
    static I encode(F y, const I *draw, uint32_t largest, I &sign) {
      __mmask16 isNaN = _mm512_cmp_ps_mask(y, y, _CMP_UNORD_Q);
      I capped = _mm512_min_epu32(bitsOf(magnitude(y)), words(largest));
      I code;
      if (bits == 8) {
        code = roundDown<mantissa>(capped, *draw);
      } else {
        // At 2^4 times the binade, the quantum of f32 equals the quantum of the
        // format.
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

    /// Updates split states. Pointers: w, r, m, m_scale, v, v_scale, g,
    /// scalars, partials, amax. Items: groups.
    static void run(int64_t begin, int64_t end, void *const *pointers,
                    const int64_t *) {
      Moments moments;
      auto scalars = bench::loadScalars(pointers + 7);
      Step step(scalars);
      QuasiRandom drawsOfW(scalars.seed, 1, scalars.step);
      Random drawsOfMoments(scalars.seed, 0, scalars.step);
      I amax = _mm512_setzero_si512();
      for (int64_t i = begin; i < end; i += batch) {
        int64_t count = std::min(batch, end - i);
        for (int64_t k = 0; k < count; ++k)
          stepGroup(i + k, k, pointers, scalars, step, drawsOfW, amax, moments);
        storeMoments(i, count, pointers, drawsOfMoments, moments);
      }
      static_cast<uint32_t *>(
          pointers[7 + bench::numStoredScalars])[begin / bench::storedGrain] =
          _mm512_reduce_max_epu32(amax);
    }

    static void stepGroup(int64_t group, int64_t k, void *const *pointers,
                          const bench::StoredScalars &scalars, const Step &step,
                          const QuasiRandom &draws, I &amax, Moments &moments) {
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
          I low, high;
          draws(first + j, low, high);
          widen(low, high, draw);
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
                             void *const *pointers, const Random &draws,
                             const Moments &moments) {
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
        const F factorOfM = floats(scaleOfM[k]),
                factorOfV = floats(scaleOfV[k]);
        for (int64_t j = 0; j < bench::storedGroup; j += 64) {
          const int64_t from = k * bench::storedGroup + j;
          I low, high, partners[2], drawOfM[4], drawOfV[4], codes[4];
          draws(first + j, low, high, partners);
          widen(low, high, drawOfV);
          widen(partners[0], partners[1], drawOfM);
          for (int64_t n = 0; n < 4; ++n) {
            F y = factorOfM * _mm512_load_ps(moments.m + from + 16 * n);
            I sign = _mm512_maskz_srli_epi32(
                _mm512_cmp_ps_mask(y, y, _CMP_ORD_Q), bitsOf(y), 24);
            // code | (sign & 0x80)
            codes[n] = _mm512_ternarylogic_epi32(
                encodeMoment<3>(y, drawOfM[n], 448.0f, 0x7F), sign, words(0x80),
                0xF8);
          }
          _mm512_storeu_si512(m + j, pack(codes));
          // Second moments are never negative.
          for (int64_t n = 0; n < 4; ++n)
            codes[n] = encodeMoment<4>(
                factorOfV * _mm512_load_ps(moments.v + from + 16 * n),
                drawOfV[n], 480.0f, 0xFF);
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

#endif // FP8_TOOLS_BENCH_HANDSPLIT_H
