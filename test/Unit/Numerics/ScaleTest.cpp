//===- ScaleTest.cpp - Scales in corner cases -----------------------------===//

#include "fp8/Numerics/Scale.h"
#include "TestUtils.h"

#include "gtest/gtest.h"

#include <cfloat>
#include <cmath>

using namespace mlir::fp8::numerics;

namespace {

const float infinity = HUGE_VALF;

TEST(ComputeScale, Corners) {
  struct Case {
    float amax;
    ScaleOptions options;
    float scale;
  };
  ScaleOptions none, pow2, margin, epsilon, all;
  pow2.pow2 = true;
  margin.margin = 2;
  epsilon.epsilon = 0x1p-10f;
  all = {/*margin=*/1, /*pow2=*/true, /*epsilon=*/3.0f};
  const Case cases[] = {
      {448.0f, none, 1.0f},
      {1.0f, none, 448.0f},
      {3.0f, none, 448.0f / 3.0f},
      {FLT_MAX, none, 448.0f / FLT_MAX},
      // Division by a subnormal overflows.
      {0x1p-149f, none, FLT_MAX},
      {0x1p-149f, pow2, 0x1p127f},
      {448.0f, pow2, 1.0f},
      {447.0f, pow2, 1.0f},
      {449.0f, pow2, 0.5f},
      {1.0f, pow2, 256.0f},
      {1.0f, margin, 112.0f},
      {0.0f, epsilon, 448.0f * 1024.0f},
      {0x1p-11f, epsilon, 448.0f * 1024.0f},
      {0x1p-9f, epsilon, 448.0f * 512.0f},
      {1.0f, all, 64.0f}, // 224 / 3 rounded down
      // No scale can be computed from these amaxes.
      {0.0f, none, 1.0f},
      {-0.0f, none, 1.0f},
      {infinity, none, 1.0f},
      {NAN, none, 1.0f},
      {NAN, epsilon, 1.0f},
  };
  for (const Case &c : cases) {
    Scale scale = computeScale(c.amax, 448.0f, c.options);
    EXPECT_EQ(scale.scale, c.scale) << "amax " << c.amax;
    EXPECT_EQ(scale.scaleInv, 1.0f / c.scale) << "amax " << c.amax;
  }
}

TEST(ComputeScale, KeepsThePreviousScale) {
  for (float amax : {0.0f, infinity, NAN}) {
    Scale scale = computeScale(amax, 57344.0f, {}, 3.0f);
    EXPECT_EQ(scale.scale, 3.0f);
    EXPECT_EQ(scale.scaleInv, 1.0f / 3.0f);
  }
  EXPECT_EQ(computeScale(1.0f, 57344.0f, {}, 3.0f).scale, 57344.0f);
}

TEST(E8M0, EveryCode) {
  for (int code = 0; code < 255; ++code) {
    float value = decodeE8M0(static_cast<uint8_t>(code));
    EXPECT_EQ(value, std::ldexp(1.0f, code - 127));
    EXPECT_EQ(inverseE8M0(static_cast<uint8_t>(code)) * value, 1.0f);
    EXPECT_EQ(encodeE8M0(value), code);
    // Every larger value is rounded up, even if the difference is one ulp.
    float above = std::nextafter(value, infinity);
    EXPECT_EQ(encodeE8M0(above), code < 254 ? code + 1 : 254);
    float below = std::nextafter(value, 0.0f);
    EXPECT_EQ(encodeE8M0(below), code);
  }
  EXPECT_EQ(bitsOf(decodeE8M0(0xFF)), canonicalNaNBits);
  EXPECT_EQ(bitsOf(inverseE8M0(0xFF)), canonicalNaNBits);
}

TEST(E8M0, FromAmax) {
  EXPECT_EQ(computeE8M0(0.0f, 448.0f), 0);
  EXPECT_EQ(computeE8M0(0x1p-149f, 448.0f), 0);
  EXPECT_EQ(computeE8M0(448.0f, 448.0f), 127);
  EXPECT_EQ(computeE8M0(449.0f, 448.0f), 128);
  EXPECT_EQ(computeE8M0(FLT_MAX, 448.0f), 247);
  EXPECT_EQ(computeE8M0(infinity, 448.0f), 0xFE);
  EXPECT_EQ(computeE8M0(NAN, 448.0f), 0xFF);
  // No element of a granule saturates.
  test::Random random{3};
  for (int i = 0; i < 100000; ++i) {
    float amax = floatOf(bitsOf(random.nextFloat()) & 0x7FFFFFFF);
    if (std::isfinite(amax)) {
      uint8_t code = computeE8M0(amax, 448.0f);
      ASSERT_LE(amax * inverseE8M0(code), 448.0f) << amax;
    }
  }
}

TEST(UpdateScales, OneColumnOfEveryKind) {
  // The columns have an ordinary amax, none, infinity, NaN, and none but a
  // value in the first row of the history.
  constexpr int64_t length = 3, columns = 5;
  float history[length * columns] = {0, 0, 0, 0, 5, //
                                     4, 4, 4, 4, 4, //
                                     2, 2, 2, 2, 2};
  const float amaxes[columns] = {1, 0, infinity, NAN, 0};
  float scales[columns] = {9, 9, 9, 9, 9};
  float scaleInvs[columns];
  EXPECT_EQ(updateScales(history, length, columns, amaxes, scales, scaleInvs,
                         448.0f, AmaxAlgorithm::Max),
            2);
  // The largest of 4, 2 and the new one; then rows move up.
  const float expectedScales[columns] = {112, 9, 9, 9, 448.0f / 5};
  const float expected[length * columns] = {0, 0, 0, 0, 0, //
                                            2, 4, 4, 4, 2, //
                                            1, 2, 2, 2, 5};
  for (int64_t i = 0; i < columns; ++i) {
    EXPECT_EQ(scales[i], expectedScales[i]) << "column " << i;
    EXPECT_EQ(scaleInvs[i], 1.0f / expectedScales[i]) << "column " << i;
  }
  for (int64_t i = 0; i < length * columns; ++i)
    EXPECT_EQ(history[i], expected[i]) << "entry " << i;
}

TEST(UpdateScales, MostRecentAndShortHistories) {
  float amax = 1.0f, scale = 1.0f, scaleInv = 0.0f;
  float two[2] = {0.0f, 4.0f};
  updateScales(two, 2, 1, &amax, &scale, &scaleInv, 448.0f,
               AmaxAlgorithm::MostRecent);
  EXPECT_EQ(scale, 448.0f);
  EXPECT_EQ(two[0], 0.0f);
  EXPECT_EQ(two[1], 1.0f);
  float one[1] = {0.0f};
  amax = 2.0f;
  updateScales(one, 1, 1, &amax, &scale, &scaleInv, 448.0f, AmaxAlgorithm::Max);
  EXPECT_EQ(scale, 224.0f);
  EXPECT_EQ(one[0], 0.0f);
}

} // namespace
