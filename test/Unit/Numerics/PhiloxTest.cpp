//===- PhiloxTest.cpp - Known answers and the order of draws --------------===//

#include "fp8/Numerics/Philox.h"

#include "gtest/gtest.h"

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

} // namespace
