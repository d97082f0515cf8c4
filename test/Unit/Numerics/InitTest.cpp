//===- InitTest.cpp - Initial values and normal quantiles -----------------===//
//
// Distributions are compared by moments and by the largest distance of their
// distribution functions (Kolmogorov-Smirnov test), over a million values. With
// n values this distance exceeds 1.95 / sqrt(n) in one of a thousand samples.
// Samples are deterministic.
//
//===----------------------------------------------------------------------===//

#include "fp8/Numerics/Init.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <vector>

using namespace mlir::fp8::numerics;

namespace {

constexpr int64_t kNumDraws = 1 << 20;

std::vector<double> draw(const InitialValues &values, uint32_t seed = 7,
                         uint32_t stream = 3) {
  std::vector<double> drawn;
  for (int64_t i = 0; i < kNumDraws; ++i)
    drawn.push_back(initialValue(values, seed, stream, i));
  return drawn;
}

struct Moments {
  double mean = 0, deviation = 0, skew = 0, kurtosis = 0;
};

Moments momentsOf(const std::vector<double> &values) {
  Moments m;
  auto n = static_cast<double>(values.size());
  for (double value : values)
    m.mean += value / n;
  double second = 0, third = 0, fourth = 0;
  for (double value : values) {
    double d = value - m.mean;
    second += d * d / n;
    third += d * d * d / n;
    fourth += d * d * d * d / n;
  }
  m.deviation = std::sqrt(second);
  m.skew = third / std::pow(second, 1.5);
  m.kurtosis = fourth / (second * second);
  return m;
}

void expectDistribution(std::vector<double> values,
                        const std::function<double(double)> &distribution) {
  std::sort(values.begin(), values.end());
  auto n = static_cast<double>(values.size());
  double distance = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    double p = distribution(values[i]);
    distance = std::max({distance, p - static_cast<double>(i) / n,
                         static_cast<double>(i + 1) / n - p});
  }
  EXPECT_LT(distance, 1.95 / std::sqrt(n));
}

double normalTail(double z) { return 0.5 * std::erfc(z / std::sqrt(2.0)); }

/// Returns z with normalTail(z) = p, by Newton's method on the logarithm.
double quantileOf(double p) {
  double z = p > 0.25 ? (0.5 - p) * 2.5 : std::sqrt(-2 * std::log(p));
  for (int i = 0; i < 40; ++i) {
    double value = normalTail(z);
    double density = std::exp(-z * z / 2) / std::sqrt(2 * M_PI);
    z += (std::log(value) - std::log(p)) * value / density;
  }
  return z;
}

double quantileError(float p) {
  FloatBuilder b;
  double expected = quantileOf(p);
  int exponent;
  std::frexp(static_cast<float>(expected), &exponent);
  return std::fabs(expandNormalQuantile(b, p) - expected) /
         std::ldexp(1.0, exponent - 24);
}

TEST(NormalQuantile, IsWithinFourUlp) {
  double worst = 0;
  // Test every binade of the tails, and the neighbours of 1/2 and of the
  // boundary between the two approximations.
  for (int binade = -33; binade < -1; ++binade)
    for (int i = 0; i < 4096; ++i)
      worst =
          std::max(worst, quantileError(std::ldexp(
                              1.0f + static_cast<float>(i) / 4096, binade)));
  for (int i = 1; i < 100000; ++i)
    worst =
        std::max(worst, quantileError(0.5f - static_cast<float>(i) * 0x1p-25f));
  EXPECT_LT(worst, 4.0);
}

TEST(NormalQuantile, IsMonotone) {
  FloatBuilder b;
  float last = HUGE_VALF;
  for (uint32_t bits = bitsOf(0x1p-33f); bits <= bitsOf(0.5f); bits += 997) {
    float z = expandNormalQuantile(b, floatOf(bits));
    // Because of the error, the function need not be monotonic between
    // neighbours.
    EXPECT_LE(z, last + 1e-6f);
    last = z;
  }
  EXPECT_EQ(expandNormalQuantile(b, 0.5f), 0.0f);
  EXPECT_NEAR(expandNormalQuantile(b, 0x1p-33f), 6.338, 1e-3);
}

TEST(InitialValues, Normal) {
  std::vector<double> values = draw(InitialValues::normal(0.25f, 0.02f));
  Moments m = momentsOf(values);
  EXPECT_NEAR(m.mean, 0.25, 0.02 * 5 / 1024);
  EXPECT_NEAR(m.deviation, 0.02, 0.02 * 5 / 1024);
  EXPECT_NEAR(m.skew, 0, 5 * std::sqrt(6.0) / 1024);
  EXPECT_NEAR(m.kurtosis, 3, 5 * std::sqrt(24.0) / 1024);
  expectDistribution(values, [](double x) {
    return 1 - normalTail((x - 0.25) / static_cast<double>(0.02f));
  });
  // The tails exist: of a million values, about 66 are beyond 4 standard
  // deviations.
  auto beyond = std::count_if(values.begin(), values.end(), [](double x) {
    return std::fabs(x - 0.25) > 0.08;
  });
  EXPECT_GT(beyond, 30);
  EXPECT_LT(beyond, 110);
}

TEST(InitialValues, Uniform) {
  std::vector<double> values = draw(InitialValues::uniform(-1.0f, 3.0f));
  EXPECT_GE(*std::min_element(values.begin(), values.end()), -1.0);
  EXPECT_LE(*std::max_element(values.begin(), values.end()), 3.0);
  expectDistribution(values, [](double x) { return (x + 1) / 4; });
  // An interval whose length f32 cannot represent.
  for (double x : draw(InitialValues::uniform(-3.0e38f, 3.0e38f)))
    ASSERT_LE(std::fabs(x), 3.0e38);
}

TEST(InitialValues, TruncatedNormal) {
  for (float limit : {0.5f, 2.0f, 3.0f}) {
    std::vector<double> values =
        draw(InitialValues::truncatedNormal(1.0f, 0.5f, limit));
    EXPECT_GE(*std::min_element(values.begin(), values.end()), 1 - limit / 2);
    EXPECT_LE(*std::max_element(values.begin(), values.end()), 1 + limit / 2);
    double tail = normalTail(limit);
    expectDistribution(values, [&](double x) {
      return (1 - normalTail((x - 1) * 2) - tail) / (1 - 2 * tail);
    });
    EXPECT_NEAR(momentsOf(values).deviation, 0.5 * truncatedDeviation(limit),
                1e-3);
  }
  EXPECT_NEAR(truncatedDeviation(2.0f), 0.879626, 1e-6);
}

TEST(InitialValues, SignsAreEven) {
  std::vector<double> values = draw(InitialValues::normal(0.0f, 1.0f));
  auto negative = std::count_if(values.begin(), values.end(),
                                [](double x) { return x < 0; });
  EXPECT_NEAR(static_cast<double>(negative), kNumDraws / 2.0, 5 * 512.0);
}

TEST(InitialValues, EveryCoordinateCounts) {
  std::set<uint32_t> values;
  for (uint32_t seed : {1u, 2u})
    for (uint32_t stream : {1u, 2u})
      for (uint64_t index = 0; index < 100; ++index)
        for (uint64_t high : {uint64_t(0), uint64_t(1) << 34})
          values.insert(initialBits(seed, stream, index + high));
  EXPECT_EQ(values.size(), 800u);
  InitialValues normal = InitialValues::normal(0.0f, 1.0f);
  EXPECT_EQ(initialValue(normal, 1, 2, 3), initialValue(normal, 1, 2, 3));
}

TEST(InitialValues, StreamsAreIndependent) {
  std::vector<double> a = draw(InitialValues::normal(0.0f, 1.0f), 7, 3);
  for (auto [seed, stream] : {std::pair(7u, 4u), std::pair(8u, 3u)}) {
    std::vector<double> b =
        draw(InitialValues::normal(0.0f, 1.0f), seed, stream);
    double product = 0;
    for (int64_t i = 0; i < kNumDraws; ++i)
      product += a[i] * b[i] / static_cast<double>(kNumDraws);
    EXPECT_NEAR(product, 0, 5.0 / 1024);
  }
}

TEST(InitialValues, TakeFourToABlockOfUseInit) {
  PhiloxCounter words = philox4x32({0x91A2B3C4u, 0x1, 0, use::init}, {11, 13});
  for (uint64_t j = 0; j < 4; ++j)
    EXPECT_EQ(initialBits(11, 13, 4 * uint64_t(0x191A2B3C4) + j), words[j]);
}

TEST(InitialValues, Constant) {
  EXPECT_EQ(initialValue(InitialValues::constant(0.5f), 1, 2, 3), 0.5f);
}

} // namespace
