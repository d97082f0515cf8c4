//===- SumTree.h - Reductions in a declared order ---------------*- C++ -*-===//
//
// Float addition is not associative, so a sum is only reproducible in a fixed
// order. This one suits a warp, a vector unit and a tree of blocks alike, and
// depends on the number of elements alone. maxAbs needs no order.
//
// NaN payloads are not part of the numerics of addition: a sum that is NaN is
// NaN on every target, with bits of the target's choosing.
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

/// Combines by halving: j with j + size/2, then + size/4, and so on. `size` is
/// a power of two.
inline float combineByHalving(float *values, int64_t size) {
  for (int64_t half = size / 2; half != 0; half /= 2)
    for (int64_t j = 0; j < half; ++j)
      values[j] = values[j] + values[j + half];
  return values[0];
}

/// One block: lane j adds elements j, j + 32, j + 64, ... in order. -0.0 is the
/// neutral element of addition, so an element that is missing needs no
/// addition at all.
template <typename Get>
float sumBlock(int64_t begin, int64_t end, Get &&get) {
  std::array<float, sumLanes> lanes;
  lanes.fill(-0.0f);
  for (int64_t i = begin; i < end; ++i) {
    float &lane = lanes[(i - begin) % sumLanes];
    lane = lane + static_cast<float>(get(i));
  }
  return combineByHalving(lanes.data(), sumLanes);
}

/// The sum of get(0), ..., get(n - 1): blocks of 4096, then the block sums by
/// halving over the next power of two, padded with -0.0. The sum of nothing is
/// -0.0, which adding to an initial value leaves alone.
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

/// max |get(i)|, 0 if there is none; the canonical NaN if any element is NaN.
/// Magnitudes are ordered as their bits are, and NaNs are above infinity.
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
