//===- SumTreeTest.cpp - The declared order of a sum ----------------------===//

#include "fp8/Numerics/SumTree.h"
#include "TestUtils.h"

#include "gtest/gtest.h"

#include <cmath>
#include <functional>

using namespace mlir::fp8::numerics;
using namespace mlir::fp8::numerics::test;

namespace {

/// Returns the sum of a row of `size` values, a power of two, as a tree. The
/// tree first combines j and j + size/2. Seen from its root, it adds the sum of
/// the even positions and the sum of the odd positions.
float treeOf(int64_t first, int64_t stride, int64_t size,
             const std::function<float(int64_t)> &leaf) {
  if (size == 1)
    return leaf(first);
  return treeOf(first, 2 * stride, size / 2, leaf) +
         treeOf(first + stride, 2 * stride, size / 2, leaf);
}

float model(const std::vector<float> &values) {
  auto n = static_cast<int64_t>(values.size());
  auto lane = [&](int64_t block, int64_t j) {
    float sum = -0.0f;
    for (int64_t i = j; i < 4096; i += 32) {
      int64_t index = block * 4096 + i;
      sum = sum + (index < n ? values[static_cast<size_t>(index)] : -0.0f);
    }
    return sum;
  };
  auto block = [&](int64_t index) {
    return treeOf(0, 1, 32, [&](int64_t j) { return lane(index, j); });
  };
  int64_t numBlocks = 1;
  while (numBlocks * 4096 < n)
    numBlocks *= 2;
  return treeOf(0, 1, numBlocks, block);
}

float sumOf(const std::vector<float> &values) {
  return sumTree(static_cast<int64_t>(values.size()),
                 [&](int64_t i) { return values[static_cast<size_t>(i)]; });
}

TEST(SumTree, MatchesTheModel) {
  Random random{1};
  for (size_t size : {1, 2, 31, 32, 33, 63, 1000, 4095, 4096, 4097, 8193, 12288,
                      12289, 20481, 100003}) {
    std::vector<float> values(size);
    for (float &value : values)
      value =
          static_cast<float>(static_cast<int64_t>(random.next())) * 0x1p-60f;
    ASSERT_EQ(bitsOf(sumOf(values)), bitsOf(model(values))) << size;
  }
}

TEST(SumTree, Zeros) {
  EXPECT_EQ(bitsOf(sumOf({})), bitsOf(-0.0f));
  EXPECT_EQ(bitsOf(sumOf({-0.0f, -0.0f})), bitsOf(-0.0f));
  EXPECT_EQ(bitsOf(sumOf({-0.0f, 0.0f})), bitsOf(0.0f));
}

TEST(SumTree, MaxAbs) {
  auto maxOf = [](const std::vector<float> &values) {
    return maxAbs(static_cast<int64_t>(values.size()),
                  [&](int64_t i) { return values[static_cast<size_t>(i)]; });
  };
  EXPECT_EQ(bitsOf(maxOf({})), 0u);
  EXPECT_EQ(bitsOf(maxOf({-0.0f})), 0u);
  EXPECT_EQ(maxOf({1.0f, -3.0f, 2.0f}), 3.0f);
  EXPECT_EQ(maxOf({1.0f, -HUGE_VALF}), HUGE_VALF);
  EXPECT_EQ(bitsOf(maxOf({HUGE_VALF, floatOf(0xFF800001), 1.0f})),
            canonicalNaNBits);
}

} // namespace
