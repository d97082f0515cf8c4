//===- HandAdamW.h - Hand-written fp32 AdamW, exact -------------*- C++ -*-===//

#ifndef FP8_TOOLS_BENCH_HANDADAMW_H
#define FP8_TOOLS_BENCH_HANDADAMW_H

#include "HandQuantize.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace bench {

/// The scalars of a step, each a buffer of one element.
enum AdamWScalar {
  Beta1,
  Alpha1, // 1 - beta1
  Beta2,
  Alpha2,   // 1 - beta2
  Correct1, // 1 / (1 - beta1^t)
  Correct2, // 1 / (1 - beta2^t)
  Epsilon,
  Rate,
  Decay, // 1 - rate * weight decay
  NumAdamWScalars
};

template <typename V>
struct HandAdamW {
  using F32 = typename V::F32;

  static void step(V v, float *p, const float *g, float *m, float *vv,
                   const F32 (&s)[NumAdamWScalars]) {
    F32 grad = v.load(g);
    F32 first = v.add(v.mul(s[Beta1], v.load(m)), v.mul(s[Alpha1], grad));
    F32 second =
        v.add(v.mul(s[Beta2], v.load(vv)), v.mul(s[Alpha2], v.mul(grad, grad)));
    F32 root = v.sqrt(v.mul(second, s[Correct2]));
    F32 update = v.div(v.mul(first, s[Correct1]), v.add(root, s[Epsilon]));
    F32 next = v.sub(v.mul(v.load(p), s[Decay]), v.mul(s[Rate], update));
    v.store(p, next);
    v.store(m, first);
    v.store(vv, second);
  }

  /// Updates the parameters and moments. Pointers: p, g, m, v, then the
  /// scalars.
  static void flat(int64_t begin, int64_t end, void *const *pointers,
                   const int64_t *) {
    V v;
    auto *p = static_cast<float *>(pointers[0]);
    const auto *g = static_cast<const float *>(pointers[1]);
    auto *m = static_cast<float *>(pointers[2]);
    auto *vv = static_cast<float *>(pointers[3]);
    F32 scalars[NumAdamWScalars];
    for (int i = 0; i < NumAdamWScalars; ++i)
      scalars[i] = v.f32(*static_cast<const float *>(pointers[4 + i]));
    int64_t i = begin;
    for (; i + V::width <= end; i += V::width)
      step(v, p + i, g + i, m + i, vv + i, scalars);
    if (i == end)
      return;
    float rest[4][V::width] = {};
    float *planes[4] = {p + i, const_cast<float *>(g) + i, m + i, vv + i};
    auto bytes = static_cast<size_t>(end - i) * 4;
    for (int j = 0; j < 4; ++j)
      std::memcpy(rest[j], planes[j], bytes);
    step(v, rest[0], rest[1], rest[2], rest[3], scalars);
    for (int j : {0, 2, 3})
      std::memcpy(planes[j], rest[j], bytes);
  }

  /// Updates and casts piece by piece. A piece is small enough to stay in the
  /// first-level cache until it is cast. Pointers: p, g, m, v, the scalars,
  /// scale, codes, partials, amax.
  static void flatAndCast(int64_t begin, int64_t end, void *const *pointers,
                          const int64_t *sizes) {
    using Quantize = HandQuantize<V>;
    constexpr int64_t piece = 512;
    V v;
    const float *p = static_cast<const float *>(pointers[0]);
    void *const *rest = pointers + 4 + NumAdamWScalars;
    float scale = *static_cast<const float *>(rest[0]);
    auto *codes = static_cast<uint8_t *>(rest[1]);
    typename V::I32 amax = v.i32(0);
    for (int64_t i = begin; i < end; i += piece) {
      int64_t count = std::min(piece, end - i);
      flat(i, i + count, pointers, sizes);
      Quantize::template encode<false>(v, p + i, codes + i, count, v.f32(scale),
                                       amax);
    }
    uint32_t max = Quantize::maxOf(v, amax);
    if (!Quantize::isSafe(scale) || Quantize::hasNaN(max))
      Quantize::template encode<true>(v, p + begin, codes + begin, end - begin,
                                      v.f32(scale), amax);
    Quantize::storeAmax(static_cast<float *>(rest[2]), begin / quantizeGrain,
                        max);
  }

  static void finishCast(int64_t, int64_t n, void *const *pointers,
                         const int64_t *) {
    void *const *rest = pointers + 4 + NumAdamWScalars;
    *static_cast<float *>(rest[3]) = fp8rt_combine_maxima(
        static_cast<float *>(rest[2]), (n + quantizeGrain - 1) / quantizeGrain);
  }
};

} // namespace bench

#endif // FP8_TOOLS_BENCH_HANDADAMW_H
