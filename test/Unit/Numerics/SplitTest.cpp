//===- SplitTest.cpp - e4m3 with a residual -------------------------------===//

#include "fp8/Numerics/Split.h"
#include "TestUtils.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mlir::fp8::numerics;
using namespace mlir::fp8::numerics::test;

namespace {

class Split : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Numerics, Split, testing::Values(8, 16));

/// The parts of a whole code.
SplitCode partsOf(uint32_t code, int k) {
  uint32_t main = (code + (1u << (k - 1))) >> k;
  return {static_cast<uint8_t>(main),
          static_cast<int16_t>(static_cast<int64_t>(code) -
                               (static_cast<int64_t>(main) << k))};
}

TEST_P(Split, EveryCodeComesBackInOrder) {
  int k = GetParam();
  float previous = -1.0f;
  for (uint32_t code = 0; code <= maxSplitCode(k); ++code) {
    SplitCode parts = partsOf(code, k);
    ASSERT_TRUE(isValidSplit(parts, k));
    float value = decodeSplit(parts, k);
    ASSERT_GT(value, previous) << "code " << code;
    previous = value;
    for (SplitCode again :
         {encodeSplit(value, k), encodeSplitStochastic(value, 0xFFFF, k)}) {
      ASSERT_EQ(again.main, parts.main) << "code " << code;
      ASSERT_EQ(again.residual, parts.residual) << "code " << code;
    }
    // main alone is the nearest e4m3 value.
    if (parts.residual == 0) {
      ASSERT_EQ(value, decode(parts.main, e4m3));
    }
  }
}

TEST_P(Split, RoundsOnce) {
  int k = GetParam();
  Random random{13};
  for (int i = 0; i < 200000; ++i) {
    // Normal range of e4m3 and some below it.
    float value = std::ldexp(
        static_cast<float>(static_cast<int32_t>(random.next())) * 0x1p-31f,
        static_cast<int>(random.next() % 20) - 11);
    SplitCode parts = encodeSplit(value, k);
    ASSERT_TRUE(isValidSplit(parts, k));
    ASSERT_EQ(parts.main >> 7, std::signbit(value) ? 1 : 0);
    double quantum = std::ldexp(1.0, std::max(std::ilogb(value), -6) -
                                         e4m3.mantissaBits - k);
    ASSERT_LE(std::fabs(double(decodeSplit(parts, k)) - value), quantum / 2)
        << value;
  }
}

TEST_P(Split, Specials) {
  int k = GetParam();
  float cap = decodeSplit(partsOf(maxSplitCode(k), k), k);
  EXPECT_GT(cap, 448.0f);
  EXPECT_LT(cap, 464.0f);
  for (float value : {464.0f, 1e30f, HUGE_VALF}) {
    SplitCode parts = encodeSplit(-value, k);
    EXPECT_EQ(parts.main, 0xFE);
    EXPECT_EQ(parts.residual, (1 << (k - 1)) - 1);
    EXPECT_EQ(decodeSplit(parts, k), -cap);
  }
  SplitCode nan = encodeSplit(floatOf(0xFFC00001), k);
  EXPECT_EQ(nan.main, 0x7F);
  EXPECT_EQ(nan.residual, 0);
  EXPECT_EQ(bitsOf(decodeSplit({0xFF, 5}, k)), canonicalNaNBits);
  EXPECT_TRUE(isValidSplit({0xFF, 5}, k));

  EXPECT_EQ(encodeSplit(-0.0f, k).main, 0x80);
  EXPECT_EQ(bitsOf(decodeSplit({0x80, 0}, k)), bitsOf(-0.0f));
  // Magnitudes below 0, magnitudes above the largest, and residuals of more
  // than k bits are invalid.
  EXPECT_FALSE(isValidSplit({0x00, -1}, k));
  if (k == 8) {
    EXPECT_FALSE(isValidSplit({0x10, 128}, k));
    EXPECT_TRUE(isValidSplit({0x7E, 127}, k));
  }
}

TEST_P(Split, StochasticIsUnbiased) {
  int k = GetParam();
  // A quarter of the way between two codes.
  float low = decodeSplit(partsOf(1000, k), k);
  float high = decodeSplit(partsOf(1001, k), k);
  float value = low + (high - low) / 4;
  int numUp = 0;
  for (int draw = 0; draw < 65536; ++draw) {
    float result = decodeSplit(
        encodeSplitStochastic(value, static_cast<uint16_t>(draw), k), k);
    ASSERT_TRUE(result == low || result == high);
    numUp += result == high;
  }
  EXPECT_EQ(numUp, 16384);
}

} // namespace
