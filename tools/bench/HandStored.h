//===- HandStored.h - AdamW on stored states, exact -------------*- C++ -*-===//
//
// This code is for AVX-512 only: stored states are packed into bytes and
// halves, for which AVX2 would need a different structure.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TOOLS_BENCH_HANDSTORED_H
#define FP8_TOOLS_BENCH_HANDSTORED_H

#include "StoredAdamW.h"
#include "fp8/Numerics/Draws.h"

#include <immintrin.h>
#include <utility>

namespace { // NOLINT(misc-anonymous-namespace-in-header)

/// The functions that the hand-written kernels of all storages share.
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

  /// Prefetches `lines` cache lines of data that are read 4 KiB later.
  static void prefetchAhead(const void *p, int64_t lines) {
    for (int64_t i = 0; i < lines; ++i)
      _mm_prefetch(static_cast<const char *>(p) + 4096 + 64 * i, _MM_HINT_T0);
  }

  //===--------------------------------------------------------------------===//
  // Draws
  //===--------------------------------------------------------------------===//

  /// Generates the random bits of eight blocks at a time, one word in each
  /// 64-bit lane. The rounds of Philox depend on each other; consecutive calls
  /// do not.
  template <mlir::fp8::numerics::Sequence sequence>
  struct Draws {
    static constexpr bool isQuasi =
        sequence == mlir::fp8::numerics::Sequence::QuasiRandom;
    static constexpr int rounds = mlir::fp8::numerics::getRounds(sequence);
    __m512i keys[rounds][2], step;

    Draws(uint32_t seed, uint32_t stream, uint32_t stepNumber)
        : step(_mm512_set1_epi64(stepNumber)) {
      for (auto &key : keys) {
        key[0] = _mm512_set1_epi64(seed);
        key[1] = _mm512_set1_epi64(stream);
        seed += 0x9E3779B9u;
        stream += 0xBB67AE85u;
      }
    }

    /// Returns the shift of the words of a block, twice in each lane, for the
    /// XOR of these words.
    I getShift(I bits) const {
      const I rare = _mm512_and_si512(bits, _mm512_srli_epi32(bits, 16));
      auto takeDigit = [](I from, int shift, float least) {
        float base = std::ldexp(1.0f, 23 - shift);
        I sum = words(mlir::fp8::numerics::bitsOf(base));
        return fromBits(_mm512_ternarylogic_epi32(from, words(7 << shift), sum,
                                                  0xEA)) +
               floats(least - base);
      };
      F previous = floats(mlir::fp8::numerics::rotationTail);
      F current =
          _mm512_fmadd_ps(takeDigit(bits, 12, 1.0f), previous, floats(1.0f));
      for (int shift : {0, 3, 6})
        previous =
            std::exchange(current, _mm512_fmadd_ps(takeDigit(rare, shift, 1.0f),
                                                   current, previous));
      F denominator =
          _mm512_fmadd_ps(takeDigit(rare, 9, 2.0f), current, previous);
      F inverse = fromBits(_mm512_sub_epi32(
          words(mlir::fp8::numerics::inverseSeed), bitsOf(denominator)));
      for (int i = 0; i < 2; ++i)
        inverse =
            inverse * _mm512_fnmadd_ps(denominator, inverse, floats(2.0f));
      F quotient = current * inverse;
      F rest = _mm512_fnmadd_ps(denominator, quotient, current);
      F sum = _mm512_fmadd_ps(rest, inverse, quotient) + floats(0.5f);
      I rotation = _mm512_slli_epi32(bitsOf(sum), 8);
      I moved = _mm512_mul_epu32(rotation, step);
      moved = _mm512_or_si512(_mm512_and_si512(moved, words(0xFFFF0000)),
                              _mm512_srli_epi32(moved, 16));
      return _mm512_shuffle_epi32(moved, _MM_PERM_CCAA);
    }

    /// Generates 64 random values of elements from `index` on, a multiple of 8,
    /// and those of their partners.
    void operator()(int64_t index, I &low, I &high,
                    I *partners = nullptr) const {
      const I first = _mm512_set1_epi64(0xD2511F53);
      const I second = _mm512_set1_epi64(0xCD9E8D57);
      I block = _mm512_add_epi64(_mm512_set1_epi64(index / 8),
                                 _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
      I c0 = block, c1 = _mm512_srli_epi64(block, 32),
        c2 = isQuasi
                 ? _mm512_srli_epi64(step, mlir::fp8::numerics::logQuasiSteps)
                 : step,
        c3 = _mm512_setzero_si512();
      for (const auto &key : keys) {
        I p = _mm512_mul_epu32(c0, first), q = _mm512_mul_epu32(c2, second);
        c0 = _mm512_ternarylogic_epi64(_mm512_srli_epi64(q, 32), c1, key[0],
                                       0x96);
        c2 = _mm512_ternarylogic_epi64(_mm512_srli_epi64(p, 32), c3, key[1],
                                       0x96);
        c1 = q;
        c3 = p;
      }
      // Shuffle pairs of words, then pairs of such pairs.
      I a = _mm512_mask_shuffle_epi32(c0, 0xAAAA, c1, _MM_PERM_CCAA);
      I b = _mm512_mask_shuffle_epi32(c2, 0xAAAA, c3, _MM_PERM_CCAA);
      if (isQuasi) {
        I shift = getShift(
            _mm512_xor_si512(_mm512_ternarylogic_epi64(c0, c1, c2, 0x96), c3));
        a = _mm512_add_epi32(a, shift);
        b = _mm512_add_epi32(b, shift);
      }
      low = _mm512_permutex2var_epi64(
          a, _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11), b);
      high = _mm512_permutex2var_epi64(
          a, _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15), b);
      if (partners) {
        partners[0] = _mm512_shuffle_epi32(low, _MM_PERM_CDAB);
        partners[1] = _mm512_shuffle_epi32(high, _MM_PERM_CDAB);
      }
    }
  };
  using Random = Draws<mlir::fp8::numerics::Sequence::Random>;
  using QuasiRandom = Draws<mlir::fp8::numerics::Sequence::QuasiRandom>;

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
        // The bound is a positive number. If the quotient is NaN, the
        // instruction returns its second operand, the quotient.
        u = _mm512_max_ps(
            fromBits(_mm512_xor_si512(bitsOf(bound), words(0x80000000))), u);
        u = _mm512_min_ps(bound, u);
      }
      w = w * keep - rate * u;
    }
  };
};

} // namespace

#endif // FP8_TOOLS_BENCH_HANDSTORED_H
