//===- MinifloatTest.cpp - conversions against APFloat --------------------===//

#include "Minifloat.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace fp8sim;
using llvm::APFloat;

namespace {
struct Format {
  const char *name;
  const MinifloatFormat &format;
  const llvm::fltSemantics &semantics;
  unsigned bits;
};

class MinifloatTest : public testing::TestWithParam<Format> {};
} // namespace

/// Returns the result of cvt, computed with LLVM's arithmetic.
static uint32_t encodeWithAPFloat(const Format &f, uint32_t bits,
                                  bool saturate) {
  APFloat value(APFloat::IEEEsingle(), llvm::APInt(32, bits));
  if (value.isNaN())
    return f.format.nanCode;
  uint32_t sign = value.isNegative() ? 1u << (f.bits - 1) : 0;
  bool wasInfinity = value.isInfinity();
  bool lost;
  value.convert(f.semantics, APFloat::rmNearestTiesToEven, &lost);
  // Too large: infinity, or NaN in a format without it.
  if (wasInfinity || value.isInfinity() || value.isNaN())
    return sign | (saturate || !f.format.infinityCode ? f.format.maxCode
                                                      : f.format.infinityCode);
  return value.bitcastToAPInt().getZExtValue();
}

TEST_P(MinifloatTest, decodesEveryCode) {
  const Format &f = GetParam();
  for (uint32_t code = 0; code < 1u << f.bits; ++code) {
    APFloat value(f.semantics, llvm::APInt(f.bits, code));
    bool lost;
    value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &lost);
    uint32_t expected =
        value.isNaN() ? 0x7fffffff : value.bitcastToAPInt().getZExtValue();
    ASSERT_EQ(decode(f.format, code), expected) << f.name << " " << code;
  }
}

TEST_P(MinifloatTest, encodesAsAPFloat) {
  const Format &f = GetParam();
  auto check = [&](uint32_t bits) {
    for (bool saturate : {false, true})
      ASSERT_EQ(encode(f.format, bits, saturate),
                encodeWithAPFloat(f, bits, saturate))
          << f.name << " " << bits << " " << saturate;
  };
  // Check f32 values near every value of the format, and near the midpoints of
  // adjacent values.
  for (uint32_t code = 0; code < 1u << (f.bits - 1); ++code) {
    uint32_t value = decode(f.format, code);
    uint32_t next = decode(f.format, code + 1);
    for (uint32_t center : {value, value + (next - value) / 2})
      for (int step = -2; step <= 2; ++step) {
        check(center + step);
        check((center + step) ^ 0x80000000);
      }
    if (f.bits > 8)
      code += 6;
  }
  std::mt19937 engine(1);
  for (int i = 0; i < 100000; ++i)
    check(engine());
}

INSTANTIATE_TEST_SUITE_P(
    Formats, MinifloatTest,
    testing::Values(Format{"e4m3", kE4M3, APFloat::Float8E4M3FN(), 8},
                    Format{"e5m2", kE5M2, APFloat::Float8E5M2(), 8},
                    Format{"f16", kF16, APFloat::IEEEhalf(), 16},
                    Format{"bf16", kBF16, APFloat::BFloat(), 16}),
    [](const auto &info) { return std::string(info.param.name); });

static uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

TEST(ScaleTest, roundsToPowersOfTwo) {
  std::mt19937 engine(2);
  for (int i = 0; i < 100000; ++i) {
    float value;
    uint32_t bits = engine() & 0x7fffffff;
    std::memcpy(&value, &bits, sizeof(value));
    if (!std::isfinite(value) || value == 0)
      continue;
    int exponent = std::ilogb(value);
    int down = std::clamp(exponent, -127, 127);
    int up = std::ldexp(1.0, exponent) == value ? exponent : exponent + 1;
    EXPECT_EQ(encodeScale(bits, /*up=*/false, /*saturate=*/true),
              uint32_t(down + 127));
    EXPECT_EQ(encodeScale(bits, /*up=*/true, /*saturate=*/true),
              uint32_t(std::clamp(up, -127, 127) + 127));
  }
  EXPECT_EQ(encodeScale(bitsOf(0), true, true), 0u);
  EXPECT_EQ(encodeScale(bitsOf(INFINITY), true, true), 0xfeu);
  EXPECT_EQ(encodeScale(bitsOf(NAN), true, true), 0xffu);
}
