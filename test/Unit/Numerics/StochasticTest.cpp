//===- StochasticTest.cpp - Every draw of a stochastic rounding -----------===//

#include "TestUtils.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mlir::fp8::numerics;
using namespace mlir::fp8::numerics::test;

namespace {

constexpr FormatSpec allFormats[] = {e4m3, e5m2, ue4m4, ue5m3, f16, bf16};

/// Counts the random numbers, of 2^16, that round to the upper neighbor. The
/// others must round to the lower one.
int countUp(float value, uint16_t lower, const FormatSpec &spec) {
  int numUp = 0;
  for (int draw = 0; draw < 65536; ++draw) {
    uint16_t code =
        encodeBitsStochastic(value, static_cast<uint16_t>(draw), spec);
    EXPECT_TRUE(code == lower || code == lower + 1)
        << spec.name << " of " << value << ", draw " << draw;
    numUp += code == lower + 1;
  }
  return numUp;
}

// A value between two neighbours is rounded up by exactly its fraction of all
// random numbers, so the mean of all results is the value.
TEST(Stochastic, CountsAreExact) {
  for (const FormatSpec &spec : allFormats) {
    // Codes: subnormal ones, the step to normal numbers, a change of binade,
    // and the last pair.
    uint32_t firstNormal = 1u << spec.mantissaBits;
    uint32_t one = static_cast<uint32_t>(spec.bias) << spec.mantissaBits;
    for (uint32_t lower : {0u, 1u, firstNormal - 1, firstNormal, one - 1, one,
                           spec.maxCode - 1u}) {
      auto code = static_cast<uint16_t>(lower);
      double low = decodeBits(code, spec);
      double high = decodeBits(static_cast<uint16_t>(lower + 1), spec);
      // Divide the interval between two codes into as many steps as f32
      // represents, at most 2^16.
      int steps = spec.mantissaBits > 7 ? 1 << (23 - spec.mantissaBits) : 65536;
      if (spec.bias == 127 && lower < firstNormal)
        steps = 65536;
      for (int step : {0, 1, steps / 4, steps / 3, steps / 2, steps - 1}) {
        auto value = static_cast<float>(low + (high - low) * step / steps);
        ASSERT_EQ(countUp(value, code, spec), 65536 / steps * step)
            << spec.name << " code " << lower << " step " << step;
      }
    }
  }
}

TEST(Stochastic, FinerThanTheDraw) {
  // A fraction of 2^-17 is never rounded up. A fraction of 1 - 2^-17 is rounded
  // up by all random numbers but one.
  float quantum = decode(1, e4m3);
  EXPECT_EQ(countUp(quantum * 0x1p-17f, 0, e4m3), 0);
  EXPECT_EQ(countUp(quantum * (1 - 0x1p-17f), 0, e4m3), 65535);
  EXPECT_EQ(countUp(0x1p-149f, 0, e4m3), 0);
}

TEST(Stochastic, SymmetricAndExact) {
  Random random{5};
  for (const FormatSpec &spec : allFormats) {
    for (int i = 0; i < 100000; ++i) {
      float value = random.nextFloat();
      auto draw = static_cast<uint16_t>(random.next());
      if (std::isnan(value))
        continue;
      uint16_t plus = encodeBitsStochastic(std::fabs(value), draw, spec);
      uint16_t minus = encodeBitsStochastic(-std::fabs(value), draw, spec);
      ASSERT_EQ(minus, spec.isSigned ? plus | (1u << spec.magnitudeBits()) : 0);
      // Representable values do not change.
      ASSERT_EQ(encodeBitsStochastic(decodeBits(plus, spec), draw, spec), plus);
    }
  }
}

TEST(Stochastic, SaturatesLast) {
  for (uint16_t draw : {0, 1, 0x8000, 0xFFFF}) {
    for (const FormatSpec &spec : allFormats) {
      float max = maxFinite(spec);
      float above = floatOf(bitsOf(max) + 1);
      EXPECT_EQ(encodeBitsStochastic(max, draw, spec), spec.maxCode);
      EXPECT_EQ(encodeBitsStochastic(above, draw, spec), spec.maxCode);
      EXPECT_EQ(encodeBitsStochastic(HUGE_VALF, draw, spec), spec.maxCode);
      EXPECT_EQ(encodeBitsStochastic(NAN, draw, spec), spec.nanCode);
    }
    EXPECT_EQ(encodeBF16Stochastic(-HUGE_VALF, draw, Overflow::Infinity),
              0xFF80);
    EXPECT_EQ(encodeStochastic(-1.0f, draw, ue4m4), 0);
  }
}

} // namespace
