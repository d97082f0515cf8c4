//===- HandAdamW.h - fp32 AdamW by hand, exact ------------------*- C++ -*-===//

#ifndef FP8_TOOLS_BENCH_HANDADAMW_H
#define FP8_TOOLS_BENCH_HANDADAMW_H

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

  /// pointers: p, g, m, v, then the scalars.
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
};

} // namespace bench

#endif // FP8_TOOLS_BENCH_HANDADAMW_H
