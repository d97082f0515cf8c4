//===- PhiloxTest.cpp - Known answers and the order of draws --------------===//

#include "fp8/Numerics/Philox.h"

#include "gtest/gtest.h"

#include <cmath>
#include <vector>

using namespace mlir::fp8::numerics;

namespace {

TEST(Philox, KnownAnswers) {
  // The vectors that Random123 is shipped with.
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (PhiloxCounter{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8}));
  uint32_t ones = 0xFFFFFFFF;
  EXPECT_EQ(philox4x32({ones, ones, ones, ones}, {ones, ones}),
            (PhiloxCounter{0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD}));
  // The digits of pi.
  EXPECT_EQ(philox4x32({0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344},
                       {0xA4093822, 0x299F31D0}),
            (PhiloxCounter{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1}));
}

TEST(Philox, ElementsShareABlockOfEight) {
  uint64_t first = 8 * 0x123456789u;
  PhiloxCounter words =
      philox4x32({0x23456789, 0x1, /*step=*/7, use::storageConversion},
                 {/*seed=*/11, /*stream=*/13});
  for (uint64_t j = 0; j < 8; ++j)
    EXPECT_EQ(randomBits(11, 13, first + j, 7, use::storageConversion),
              (words[j / 2] >> (16 * (j % 2))) & 0xFFFF)
        << "element " << j;
}

TEST(Philox, EveryCoordinateCounts) {
  uint16_t draw = randomBits(1, 2, 3, 4, use::update);
  EXPECT_NE(draw, randomBits(2, 2, 3, 4, use::update));
  EXPECT_NE(draw, randomBits(1, 3, 3, 4, use::update));
  EXPECT_NE(draw, randomBits(1, 2, 4, 4, use::update));
  EXPECT_NE(draw, randomBits(1, 2, 3, 5, use::update));
  EXPECT_NE(draw, randomBits(1, 2, 3, 4, use::init));
  EXPECT_NE(draw, randomBits(1, 2, 3, 4, use::microBatch(0)));
  EXPECT_NE(draw, randomBits(1, 2, 3 + (uint64_t(1) << 35), 4, use::update));
}

// Word j of every step is that of the first one, further by so many strides.
TEST(Philox, QuasiRandomDrawsGoOnByTheGoldenRatio) {
  const Sequence quasi = Sequence::QuasiRandom;
  PhiloxCounter first =
      philox4x32({5, 0, /*step=*/0, use::update}, {/*seed=*/11, /*stream=*/13},
                 /*rounds=*/7);
  for (uint32_t step : {0u, 1u, 7u, 0xFFFFFFFFu})
    for (uint64_t j = 0; j < 8; ++j)
      EXPECT_EQ(randomBits(11, 13, 40 + j, step, use::update, quasi),
                ((first[j / 2] + step * 0x9E379E37u) >> (16 * (j % 2))) &
                    0xFFFF)
          << "element " << j << ", step " << step;
}

// Of the draws of one element in 2^16 steps each value comes once in the low
// half; into the high one something is carried.
TEST(Philox, QuasiRandomDrawsAreUniform) {
  for (uint64_t element : {0, 1}) {
    std::vector<unsigned> counts(1 << 16), coarse(1 << 8);
    for (uint32_t step = 0; step < (1 << 16); ++step) {
      uint16_t draw =
          randomBits(1, 2, element, step, use::update, Sequence::QuasiRandom);
      ++counts[draw];
      ++coarse[draw >> 8];
    }
    if (element == 0)
      for (unsigned count : counts)
        ASSERT_EQ(count, 1u);
    for (unsigned count : coarse)
      ASSERT_NEAR(count, 256, 4);
  }
}

// How far the number of draws below a threshold in `n` steps is from what is
// expected: as the logarithm of n, where that of independent draws is as its
// root (16 for 1024 steps and a half).
TEST(Philox, QuasiRandomDrawsFillTheirRangeEvenly) {
  for (uint32_t element = 0; element < 64; ++element)
    for (uint32_t threshold : {1u << 8, 1u << 12, 1u << 15, 40000u, 65000u}) {
      double below = 0;
      for (uint32_t step = 1; step <= 1024; ++step) {
        below += randomBits(3, 4, element, step, use::update,
                            Sequence::QuasiRandom) < threshold;
        ASSERT_LT(std::abs(below - step * (threshold / 65536.0)), 5.0)
            << "element " << element << ", step " << step;
      }
    }
}

// Neighbours in one step are independent: each pair of halves of the range
// comes as often as any other, to five deviations.
TEST(Philox, QuasiRandomDrawsOfNeighboursAreIndependent) {
  const int n = 1 << 16;
  for (uint32_t step : {0u, 1u, 1000u}) {
    std::array<int, 4> counts{};
    for (int i = 0; i < n; ++i) {
      auto half = [&](int element) {
        return randomBits(5, 6, static_cast<uint64_t>(element), step,
                          use::update, Sequence::QuasiRandom) >>
               15;
      };
      ++counts[2 * half(i) + half(i + 1)];
    }
    for (int count : counts)
      EXPECT_NEAR(count, n / 4, 5 * std::sqrt(n * 3.0 / 16));
  }
}

} // namespace
