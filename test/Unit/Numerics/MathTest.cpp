//===- MathTest.cpp - Accuracy and special cases of the expansions --------===//
//
// Compares with libm in double, whose error is negligible at this precision.
//
//===----------------------------------------------------------------------===//

#include "fp8/Numerics/Math.h"
#include "TestUtils.h"
#include "fp8/Numerics/MathExpDecay.h"

#include "gtest/gtest.h"

#include <cfloat>
#include <cmath>

using namespace mlir::fp8::numerics;
using namespace mlir::fp8::numerics::test;

namespace {

const float infinity = HUGE_VALF;

/// Returns the spacing of f32 numbers at `value`.
double ulpAt(double value) {
  int exponent;
  std::frexp(value, &exponent);
  return std::ldexp(1.0, exponent < -125 ? -149 : exponent - 24);
}

/// Returns the error in ulps; infinity if exactly one of the values is special.
double errorOf(float actual, double expected) {
  auto rounded = static_cast<float>(expected);
  bool isExact = std::isnan(rounded) ? bitsOf(actual) == canonicalNaNBits
                                     : bitsOf(actual) == bitsOf(rounded);
  if (isExact)
    return std::isfinite(rounded)
               ? std::fabs(actual - expected) / ulpAt(expected)
               : 0.0;
  if (std::isnan(actual) || std::isnan(rounded) || actual == rounded)
    return infinity; // Zeros of different sign are equal.
  // If only one value overflows, continue the range of f32 beyond its largest
  // number.
  double wide = std::isinf(actual) ? std::copysign(0x1p128, actual) : actual;
  if (std::isinf(expected))
    return infinity;
  return std::fabs(wide - expected) /
         ulpAt(std::fmin(std::fabs(expected), FLT_MAX));
}

struct Function {
  const char *name;
  float (*actual)(float);
  double (*expected)(double);
  double maxUlp;
};

const Function functions[] = {
    {"exp", expF32, std::exp, 1.0},
    {"exp2", exp2F32, std::exp2, 1.0},
    {"expm1", expm1F32, std::expm1, 1.6},
    {"log", logF32, std::log, 1.0},
    {"log1p", log1pF32, std::log1p, 1.0},
    {"log2", log2F32, std::log2, 0.501},
    {"log10", log10F32, std::log10, 0.501},
    {"rsqrt", rsqrtF32, [](double x) { return 1.0 / std::sqrt(x); }, 1.5},
    {"tanh", tanhF32, std::tanh, 1.5},
    {"erf", erfF32, std::erf, 1.2},
    {"erfc", erfcF32, std::erfc, 6.0},
    {"sin", sinF32, std::sin, 1.0},
    {"cos", cosF32, std::cos, 1.0},
    {"atan", atanF32, std::atan, 1.0},
    {"cbrt", cbrtF32, std::cbrt, 0.501},
};

class Accuracy : public testing::TestWithParam<Function> {};

TEST_P(Accuracy, EveryMagnitude) {
  const Function &function = GetParam();
  double worst = 0.0;
  float at = 0.0f;
  auto check = [&](float x) {
    double error = errorOf(function.actual(x), function.expected(x));
    if (error > worst) {
      worst = error;
      at = x;
    }
  };
  for (uint64_t bits = 0; bits < (uint64_t(1) << 32); bits += 4099)
    check(floatOf(static_cast<uint32_t>(bits)));
  // Arguments at which the range or the branch changes.
  std::vector<float> edges;
  for (float x :
       {0.0f,      0x1p-149f, 0x1p-126f,      0x1p-25f,       0.45f,
        0.46875f,  0.5f,      0.625f,         0x1.6a09e6p-1f, 0x1.921fb6p-1f,
        0.921875f, 1.0f,      0x1.6a09e6p+0f, 0x1.921fb6p+0f, 4.0f,
        9.01f,     10.0f,     10.06f,         17.3f,          87.33f,
        88.72f,    103.97f,   126.0f,         127.0f,         128.0f,
        149.0f,    150.0f,    0x1p24f,        FLT_MAX,        infinity})
    addNeighbours(edges, x);
  for (float x : edges)
    check(x);
  for (uint32_t nan : {0x7FC00000u, 0xFFC00000u, 0x7F800001u, 0xFFFFFFFFu})
    EXPECT_EQ(bitsOf(function.actual(floatOf(nan))), canonicalNaNBits);
  EXPECT_LE(worst, function.maxUlp) << "at 0x" << std::hex << bitsOf(at);
  RecordProperty("ulp", std::to_string(worst));
}

INSTANTIATE_TEST_SUITE_P(Math, Accuracy, testing::ValuesIn(functions),
                         [](const auto &info) { return info.param.name; });

TEST(ExpDecay, HasTheBitsOfExp) {
  auto check = [](uint32_t bits) {
    FloatBuilder b;
    float x = floatOf(bits);
    ASSERT_EQ(bitsOf(expandExpDecay(b, x)), bitsOf(expF32(x)))
        << "at 0x" << std::hex << bits;
  };
  for (uint64_t bits = 0x80000000; bits < (uint64_t(1) << 32); bits += 257)
    check(uint32_t(bits));
  // Arguments at which results become subnormal or zero.
  for (float x : {-0.0f, -0x1.62e430p-2f, -87.33f, -103.97f, -104.0f})
    for (int32_t i = -1000; i <= 1000; ++i)
      check(std::max(bitsOf(x) + i, 0x80000000u));
  for (uint32_t bits : {0x00000000u, 0x7FC00000u, 0x7F800001u, 0xFF800000u})
    check(bits);
}

TEST(Atan2, Accuracy) {
  Random random{3};
  double worst = 0.0;
  float atY = 0.0f, atX = 0.0f;
  auto check = [&](float y, float x) {
    float actual = atan2F32(y, x);
    if (std::isnan(y) || std::isnan(x)) {
      EXPECT_EQ(bitsOf(actual), canonicalNaNBits);
      return;
    }
    double expected = std::atan2(double(y), double(x));
    EXPECT_EQ(std::signbit(actual), std::signbit(y)) << y << ' ' << x;
    double error = errorOf(actual, expected);
    if (error > worst) {
      worst = error;
      atY = y;
      atX = x;
    }
  };
  for (int i = 0; i < 500000; ++i) {
    float y = random.nextFloat();
    check(y, random.nextFloat());
    // Arguments of similar magnitude.
    check(y, y * (1.0f + std::fmod(random.nextFloat(), 1.0f)));
  }
  std::vector<float> edges;
  for (float x : {0.0f, 0x1p-149f, 0x1p-126f, 0x1p-60f, 0x1.a8279ap-2f, 1.0f,
                  0x1p100f, FLT_MAX, infinity}) {
    addNeighbours(edges, x);
    addNeighbours(edges, -x);
  }
  for (float y : edges)
    for (float x : edges)
      check(y, x);
  EXPECT_LE(worst, 1.0) << std::hexfloat << "at " << atY << ", " << atX;
}

// The remainder is exact: it has the bits of the C library, except for NaN.
TEST(Remainder, IsExact) {
  Random random{5};
  auto check = [&](float x, float y) {
    float expected = std::fmod(x, y);
    uint32_t bits = std::isnan(expected) ? canonicalNaNBits : bitsOf(expected);
    EXPECT_EQ(bitsOf(remF32(x, y)), bits) << std::hexfloat << x << ", " << y;
  };
  for (int i = 0; i < 500000; ++i) {
    float x = random.nextFloat(), y = random.nextFloat();
    check(x, y);
    // Small quotients, and whole ones.
    check(x, x * (1.0f + std::fmod(y, 1.0f)));
    check(float(i), float(i % 97));
  }
  std::vector<float> edges;
  for (float x : {0.0f, 0x1p-149f, 0x1p-126f, 0.1f, 1.0f, 3.0f, 0x1p24f,
                  0x1p100f, FLT_MAX, infinity}) {
    addNeighbours(edges, x);
    addNeighbours(edges, -x);
  }
  for (float x : edges)
    for (float y : edges)
      check(x, y);
}

TEST(Pow, Accuracy) {
  Random random{7};
  double worst = 0.0;
  float atX = 0.0f, atY = 0.0f;
  auto check = [&](float x, float y) {
    double error = errorOf(powF32(x, y), std::pow(double(x), double(y)));
    if (error > worst) {
      worst = error;
      atX = x;
      atY = y;
    }
  };
  for (int i = 0; i < 500000; ++i) {
    check(random.nextFloat(), random.nextFloat());
    // Results over the whole range of f32 and beyond both ends.
    float x = std::fabs(random.nextFloat());
    double exponent = static_cast<double>(random.next() >> 11) * 0x1p-53;
    check(x, static_cast<float>((exponent * 340 - 170) / std::log2(double(x))));
    // Bases near 1 and large exponents.
    x = 1.0f + static_cast<float>(random.next() % 2001) * 1e-6f - 1e-3f;
    check(x, static_cast<float>(random.next() % 400001) - 200000.0f);
    // Negative bases.
    check(-x, static_cast<float>(random.next() % 41) - 20.0f);
  }
  // The bias corrections of optimizers.
  for (float beta : {0.9f, 0.95f, 0.99f, 0.999f, 0.9999f})
    for (int step = 0; step < 100000; step += 7)
      check(beta, static_cast<float>(step));
  EXPECT_LE(worst, 1.0) << std::hexfloat << atX << " to the " << atY;
}

// libm's pow follows C99, annex F, and double holds these cases exactly.
TEST(Pow, SpecialCases) {
  const float values[] = {0.0f,
                          0x1p-149f,
                          0x1p-126f,
                          0.5f,
                          1.0f - 0x1p-24f,
                          1.0f,
                          1.0f + 0x1p-23f,
                          1.5f,
                          2.0f,
                          3.0f,
                          4194304.5f,
                          8388607.0f,
                          8388607.5f,
                          8388609.0f,
                          0x1p24f - 1,
                          0x1p24f,
                          0x1p24f + 2,
                          FLT_MAX,
                          infinity,
                          floatOf(0x7FC00000),
                          floatOf(0x7F800001)};
  std::vector<float> both;
  for (float value : values) {
    both.push_back(value);
    both.push_back(floatOf(bitsOf(value) | 0x80000000u));
  }
  for (float x : both)
    for (float y : both)
      EXPECT_LE(errorOf(powF32(x, y), std::pow(double(x), double(y))), 1.0)
          << std::hexfloat << x << " to the " << y;
  // The two cases in which a NaN operand gives a number.
  EXPECT_EQ(powF32(floatOf(0x7F800001), 0.0f), 1.0f);
  EXPECT_EQ(powF32(1.0f, NAN), 1.0f);
}

TEST(Math, ZerosKeepTheirSign) {
  for (auto function : {expm1F32, log1pF32, tanhF32, erfF32, sinF32})
    EXPECT_EQ(bitsOf(function(-0.0f)), bitsOf(-0.0f));
  EXPECT_EQ(rsqrtF32(-0.0f), -infinity);
  EXPECT_EQ(logF32(-0.0f), -infinity);
  EXPECT_EQ(bitsOf(logF32(1.0f)), 0u);
  EXPECT_EQ(bitsOf(rsqrtF32(infinity)), 0u);
}

} // namespace
