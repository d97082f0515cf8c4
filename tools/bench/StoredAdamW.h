//===- StoredAdamW.h - Scalars of AdamW on stored states --------*- C++ -*-===//

#ifndef FP8_TOOLS_BENCH_STOREDADAMW_H
#define FP8_TOOLS_BENCH_STOREDADAMW_H

#include <cstdint>

namespace bench {

/// Number of elements of a group, which share one scale.
constexpr int64_t storedGroup = 128;
/// Number of groups of a chunk, which stores one partial amax.
constexpr int64_t storedGrain = 128;

/// The scalars of a step, each a buffer of one element, in this order.
struct StoredScalars {
  float rate, correct1, correct2, bound, oldInverse, scale;
  uint32_t seed, step;
};
inline constexpr const char *storedScalarNames =
    "rate correct1 correct2 bound old_inverse scale seed step";
constexpr int numStoredScalars = 8;

inline StoredScalars loadScalars(void *const *pointers) {
  auto f32 = [&](int i) { return *static_cast<const float *>(pointers[i]); };
  auto u32 = [&](int i) { return *static_cast<const uint32_t *>(pointers[i]); };
  return {f32(0), f32(1), f32(2), f32(3), f32(4), f32(5), u32(6), u32(7)};
}

} // namespace bench

#endif // FP8_TOOLS_BENCH_STOREDADAMW_H
