//===- PeerDefectsTest.cpp - defects of other libraries -------------------===//
//
// For each defect found in another FP8 library, a test of the property that it
// violates. Interpret/peer-defects.mlir tests whole ops.
//
//===----------------------------------------------------------------------===//

#include "fp8/Numerics/Draws.h"
#include "fp8/Numerics/Scale.h"
#include "fp8/Numerics/Split.h"

#include "gtest/gtest.h"

#include <cfloat>
#include <cmath>
#include <vector>

using namespace mlir::fp8::numerics;

namespace {

/// Values of every magnitude, including subnormals and non-finite values.
std::vector<float> getAmaxes() {
  std::vector<float> amaxes = {0.0f, HUGE_VALF, NAN, FLT_MAX};
  for (int exponent = -149; exponent < 128; ++exponent)
    for (float factor : {1.0f, 1.3f, 1.99f})
      amaxes.push_back(std::ldexp(factor, exponent));
  return amaxes;
}

// MS-AMP: a subnormal amax gives an infinite scale. torchao: an infinite amax
// gives 0, a NaN gives NaN. Either turns numbers into NaN: 0 * infinity.
TEST(PeerDefects, EveryScaleIsPositiveAndFinite) {
  for (float max : {448.0f, 57344.0f, 480.0f, 61440.0f})
    for (bool pow2 : {false, true})
      for (float amax : getAmaxes()) {
        Scale scale = computeScale(amax, max, {0, pow2, 0.0f});
        ASSERT_GT(scale.scale, 0.0f) << amax;
        ASSERT_TRUE(std::isfinite(scale.scale)) << amax;
        ASSERT_GT(scale.scaleInv, 0.0f) << amax;
        ASSERT_TRUE(std::isfinite(scale.scaleInv)) << amax;
      }
}

// MS-AMP: an infinite amax gives the reciprocal of the previous scale.
TEST(PeerDefects, AnInfiniteAmaxKeepsThePreviousScale) {
  for (float previous : {8.0f, 0.125f, 1.0f})
    for (bool pow2 : {false, true})
      for (float amax : {HUGE_VALF, static_cast<float>(NAN), 0.0f})
        EXPECT_EQ(computeScale(amax, 448.0f, {0, pow2, 0.0f}, previous).scale,
                  previous);
}

// MS-AMP recognizes only 0x7F.
TEST(PeerDefects, EveryNaNCodeIsNaN) {
  for (uint8_t code : {0x7F, 0xFF}) {
    EXPECT_TRUE(std::isnan(decode(code, e4m3)));
    EXPECT_TRUE(std::isnan(decode(code, e5m2)));
  }
  EXPECT_TRUE(std::isnan(decode(0xFD, e5m2)));
  EXPECT_TRUE(std::isnan(decodeE8M0(0xFF)));
}

// TransformerEngine: an infinite amax stays in the window, and the scale does
// not change for the length of the history.
TEST(PeerDefects, AnInfiniteAmaxDoesNotFreezeTheScale) {
  constexpr int64_t length = 16;
  std::vector<float> history(length, 0.0f);
  float scale = 1.0f, scaleInv = 1.0f;
  auto step = [&](float amax) {
    return updateScales(history.data(), length, 1, &amax, &scale, &scaleInv,
                        448.0f, AmaxAlgorithm::Max);
  };
  EXPECT_EQ(step(4.48f), 0);
  EXPECT_EQ(step(HUGE_VALF), 1);
  for (float entry : history)
    EXPECT_TRUE(std::isfinite(entry));
  EXPECT_EQ(step(8.96f), 0);
  EXPECT_EQ(scale, 448.0f / 8.96f);
}

// TransformerEngine: a NaN master is -0 after it was stored with its remainder.
TEST(PeerDefects, ASplitNaNStaysNaN) {
  for (int k : {8, 16}) {
    EXPECT_TRUE(std::isnan(decodeSplit(encodeSplit(NAN, k), k)));
    EXPECT_EQ(encodeSplit(-NAN, k).main, 0x7F);
  }
}

// TransformerEngine and apex: a tie of the remainder decodes to another value
// if the main part is rounded to nearest even.
TEST(PeerDefects, TiesOfTheRemainderComeBack) {
  for (int k : {8, 16})
    for (uint32_t main = 0; main < 0x7E; ++main) {
      // Half-way between two codes of e4m3: a value of the split format.
      float tie = (decode(static_cast<uint8_t>(main), e4m3) +
                   decode(static_cast<uint8_t>(main + 1), e4m3)) /
                  2;
      for (float value : {tie, -tie})
        ASSERT_EQ(decodeSplit(encodeSplit(value, k), k), value) << main;
    }
}

// A group whose elements are all equal: COAT can change their sign.
TEST(PeerDefects, AConstantGroupKeepsItsValue) {
  for (float value : {0.001f, -0.001f, 3e-20f, -7e15f}) {
    Scale scale = computeScale(std::fabs(value), 448.0f);
    float back =
        decode(encode(value * scale.scale, e4m3), e4m3) * scale.scaleInv;
    EXPECT_NEAR(back / value, 1.0f, 0x1p-22f) << value;
  }
}

// torchao limits the amax of a second moment to at least 1e-12, which is above
// the squares of gradients of 1e-6.
TEST(PeerDefects, SmallGroupsKeepTheirPrecision) {
  for (float value : {1e-13f, 1e-20f, 1e-30f}) {
    Scale scale = computeScale(value, 448.0f);
    for (float fraction : {1.0f, 0.7f, 0.1f}) {
      float back = decode(encode(value * fraction * scale.scale, e4m3), e4m3) *
                   scale.scaleInv;
      EXPECT_NEAR(back / (value * fraction), 1.0f, 0x1p-4f) << value;
    }
  }
}

// MS-AMP and other libraries use indices of 32 bits.
TEST(PeerDefects, DrawsOfElementsBeyondTwoToThe31) {
  constexpr uint64_t big = uint64_t(1) << 32;
  int numEqual = 0;
  for (uint64_t i = 0; i < 64; ++i)
    numEqual += drawBits(1, 2, i, 3, use::update) ==
                drawBits(1, 2, i + big, 3, use::update);
  EXPECT_LT(numEqual, 8);
}

} // namespace
