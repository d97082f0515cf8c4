//===- SumTree.h - reductions in a declared order ---------------*- C++ -*-===//
//
// Float addition is not associative, so a sum is reproducible only in a fixed
// order. This order suits warps, vector units and trees of thread blocks, and
// it depends only on the number of elements. maxAbs does not depend on the
// order.
//
// The numerics do not specify NaN payloads of additions: if a sum is NaN on one
// target, it is NaN on every target, but its bits are target-dependent.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_SUMTREE_H
#define FP8_NUMERICS_SUMTREE_H

#include "fp8/Numerics/Formats.h"

#include <array>
#include <cstdint>
#include <vector>

namespace mlir::fp8::numerics {

inline constexpr int64_t sumBlockSize = 4096;
inline constexpr int64_t sumLanes = 32;

/// Combines values by halving: adds value j + size/2 to value j, then j +
/// size/4, and so on. `size` is a power of two.
inline float combineByHalving(float *values, int64_t size) {
  for (int64_t half = size / 2; half != 0; half /= 2)
    for (int64_t j = 0; j < half; ++j)
      values[j] = values[j] + values[j + half];
  return values[0];
}

/// Sums one block: lane j adds elements j, j + 32, j + 64, ... in order. -0.0
/// is the neutral element of addition, so a missing element needs no addition.
/// Inlined, so that a caller that is compiled for wider vectors uses them.
template <typename Get>
[[gnu::always_inline]] inline float sumBlock(int64_t begin, int64_t end,
                                             Get &&get) {
  std::array<float, sumLanes> lanes;
  lanes.fill(-0.0f);
  int64_t i = begin;
  for (; i + sumLanes <= end; i += sumLanes)
    for (int64_t j = 0; j < sumLanes; ++j)
      lanes[j] = lanes[j] + static_cast<float>(get(i + j));
  for (int64_t j = 0; i + j < end; ++j)
    lanes[j] = lanes[j] + static_cast<float>(get(i + j));
  return combineByHalving(lanes.data(), sumLanes);
}

/// Returns the sum of get(0), ..., get(n - 1). Sums blocks of 4096 elements,
/// then combines the block sums by halving over the next power of two, padded
/// with -0.0. The sum of no elements is -0.0, so adding it to an initial value
/// changes nothing.
template <typename Get>
float sumTree(int64_t n, Get &&get) {
  int64_t numBlocks = (n + sumBlockSize - 1) / sumBlockSize;
  int64_t padded = 1;
  while (padded < numBlocks)
    padded *= 2;
  std::vector<float> sums(static_cast<size_t>(padded), -0.0f);
  for (int64_t block = 0; block < numBlocks; ++block) {
    int64_t begin = block * sumBlockSize;
    int64_t end = begin + sumBlockSize < n ? begin + sumBlockSize : n;
    sums[static_cast<size_t>(block)] = sumBlock(begin, end, get);
  }
  return combineByHalving(sums.data(), padded);
}

/// Returns max |get(i)|, 0 for no elements, or the canonical NaN if any element
/// is NaN. The bits of magnitudes have the order of the magnitudes, and NaNs
/// are above infinity.
template <typename Get>
float maxAbs(int64_t n, Get &&get) {
  uint32_t max = 0;
  for (int64_t i = 0; i < n; ++i) {
    uint32_t bits = bitsOf(static_cast<float>(get(i))) & 0x7FFFFFFFu;
    max = bits > max ? bits : max;
  }
  return max > 0x7F800000u ? canonicalNaN() : floatOf(max);
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_SUMTREE_H
