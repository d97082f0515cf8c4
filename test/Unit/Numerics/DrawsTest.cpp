//===- DrawsTest.cpp - random numbers of elements and steps ---------------===//

#include "fp8/Numerics/Draws.h"

#include "gtest/gtest.h"

#include <array>
#include <cmath>
#include <set>
#include <vector>

using namespace mlir::fp8::numerics;

namespace {

TEST(Draws, ElementsShareABlockOfEight) {
  uint64_t first = 8 * 0x123456789u;
  PhiloxCounter words =
      philox4x32({0x23456789, 0x1, /*step=*/7, use::storageConversion},
                 {/*seed=*/11, /*stream=*/13});
  for (uint64_t j = 0; j < 8; ++j)
    EXPECT_EQ(drawBits(11, 13, first + j, 7, use::storageConversion),
              (words[j / 2] >> (16 * (j % 2))) & 0xFFFF)
        << "element " << j;
}

TEST(Draws, EveryCoordinateCounts) {
  uint16_t draw = drawBits(1, 2, 3, 4, use::update);
  EXPECT_NE(draw, drawBits(2, 2, 3, 4, use::update));
  EXPECT_NE(draw, drawBits(1, 3, 3, 4, use::update));
  EXPECT_NE(draw, drawBits(1, 2, 4, 4, use::update));
  EXPECT_NE(draw, drawBits(1, 2, 3, 5, use::update));
  EXPECT_NE(draw, drawBits(1, 2, 3, 4, use::init));
  EXPECT_NE(draw, drawBits(1, 2, 3, 4, use::microBatch(0)));
  EXPECT_NE(draw, drawBits(1, 2, 3 + (uint64_t(1) << 35), 4, use::update));
}

TEST(Draws, PartnersTakeEachOthersDraws) {
  for (uint32_t place = 0; place < maxPartners; ++place)
    for (uint64_t i = 0; i < 32; ++i)
      EXPECT_EQ(drawBits(1, place * partnerStream + 5, i, 4, use::update),
                drawBits(1, 5, i ^ (2 * place), 4, use::update));
}

// In each step, both halves of a word advance by the high half of `step` times
// the rotation number, until new words are generated.
TEST(Draws, QuasiRandomDrawsGoOnByTheRotation) {
  const Sequence quasi = Sequence::QuasiRandom;
  for (uint32_t step : {0u, 1u, 7u, 2047u, 2048u, 100000u, 0xFFFFFFFFu}) {
    PhiloxCounter first = philox4x32({5, 0, step >> logQuasiSteps, use::update},
                                     {/*seed=*/11, /*stream=*/13},
                                     /*rounds=*/7);
    uint32_t shift = ((step * getRotation(first)) >> 16) * 0x10001u;
    for (uint64_t j = 0; j < 8; ++j)
      EXPECT_EQ(drawBits(11, 13, 40 + j, step, use::update, quasi),
                ((first[j / 2] + shift) >> (16 * (j % 2))) & 0xFFFF)
          << "element " << j << ", step " << step;
  }
}

/// Five digits of a rotation number, the innermost first, and the number of
/// words that have these digits.
struct Digits {
  std::array<int, 5> digits;
  int count;

  uint32_t getRotation() const {
    uint32_t rare = 0;
    for (int i = 1; i < 5; ++i)
      rare |= static_cast<uint32_t>(digits[i] - (i == 4 ? 2 : 1))
              << (3 * (i - 1));
    auto first = static_cast<uint32_t>(digits[0] - 1);
    // The bits may be in any of the words.
    return mlir::fp8::numerics::getRotation({rare, rare << 16, first << 12, 0});
  }
};

/// Returns all digits. Their counts add up to 2^27.
static std::vector<Digits> getAllDigits() {
  auto getCount = [](int number) {
    // A bit of the AND of two fields is 1 in one of four cases, and 0 in three.
    int count = 1;
    for (int bit : {1, 2, 4})
      count *= (number & bit) == 0 ? 3 : 1;
    return count;
  };
  std::vector<Digits> result;
  for (int i = 0; i < 1 << 15; ++i) {
    Digits digits{{}, 1};
    for (int j = 0; j < 5; ++j) {
      int number = (i >> (3 * j)) & 7;
      digits.digits[j] = number + (j == 4 ? 2 : 1);
      digits.count *= j == 0 ? 1 : getCount(number);
    }
    result.push_back(digits);
  }
  return result;
}

// Rotation numbers are far from fractions with small denominators. Larger
// denominators are not tested, because rotation numbers are rounded.
TEST(Draws, RotationsAreFarFromSmallFractions) {
  std::set<uint32_t> seen;
  for (const Digits &digits : getAllDigits()) {
    uint32_t rotation = digits.getRotation();
    ASSERT_EQ(rotation & 0xFF, 0u);
    seen.insert(rotation);
    double number = rotation * 0x1p-32;
    for (int q = 1; q <= 200; ++q)
      ASSERT_GT(std::abs(number * q - std::round(number * q)) * q, 0.1)
          << number << " times " << q;
  }
  EXPECT_GT(seen.size(), 28000u);
}

// The division is correct to one or two units in the last place.
TEST(Draws, RotationsAreContinuedFractions) {
  const double tail = (1 + std::sqrt(5.0)) / 2;
  for (const Digits &digits : getAllDigits()) {
    double number = 1 / tail;
    for (int digit : digits.digits)
      number = 1 / (digit + number);
    ASSERT_NEAR(digits.getRotation() * 0x1p-32, number, 0x1.8p-24);
  }
}

// The rotation number depends on each word.
TEST(Draws, RotationsDependOnAllWords) {
  const PhiloxCounter words = philox4x32({1, 2, 3, 4}, {5, 6});
  for (int i = 0; i < 4; ++i) {
    std::set<uint32_t> seen;
    for (uint32_t number = 0; number < 64; ++number) {
      PhiloxCounter changed = words;
      changed[i] = philox4x32({number, 0, 0, 0}, {0, 0})[0];
      seen.insert(getRotation(changed));
    }
    EXPECT_GT(seen.size(), 48u) << "word " << i;
  }
}

// The random bits of one element fill the range evenly until they restart.
TEST(Draws, QuasiRandomDrawsAreUniform) {
  for (uint64_t element : {0, 1}) {
    std::vector<unsigned> coarse(1 << 6);
    for (uint32_t step = 0; step < (1 << logQuasiSteps); ++step)
      ++coarse[drawBits(1, 2, element, step, use::update,
                        Sequence::QuasiRandom) >>
               10];
    for (unsigned count : coarse)
      ASSERT_NEAR(count, 32, 4);
  }
}

/// Rounds `getChange(element, step)`, a fraction of a unit, in each step.
/// Returns the root mean square of the summed errors, relative to independent
/// random bits.
template <typename Change>
double measureError(int steps, Change getChange) {
  const int numBlocks = 192;
  double squares = 0, variance = 0;
  for (int block = 0; block < numBlocks; ++block) {
    // Two elements per block, one in each half.
    for (int half = 0; half < 2; ++half) {
      double error = 0;
      PhiloxCounter start;
      uint32_t rotation = 0;
      for (int step = 0; step < steps; ++step) {
        if (step % (1 << logQuasiSteps) == 0) {
          start = philox4x32({static_cast<uint32_t>(block), 0,
                              static_cast<uint32_t>(step) >> logQuasiSteps,
                              use::update},
                             {3, 4}, getRounds(Sequence::QuasiRandom));
          rotation = getRotation(start);
        }
        uint32_t word =
            start[half] + getShift(rotation, static_cast<uint32_t>(step));
        uint32_t draw = half == 0 ? word & 0xFFFF : word >> 16;
        auto change =
            static_cast<uint32_t>(getChange(2 * block + half, step) * 65536.0f);
        double part = change / 65536.0;
        error += (change + draw >= 65536 ? 1.0 : 0.0) - part;
        variance += part * (1 - part);
      }
      squares += error * error;
    }
  }
  return std::sqrt(squares / variance);
}

/// Returns a number in [0, 1) that differs for each pair.
float getNoise(int a, int b) {
  return static_cast<float>(drawBits(77, 1, static_cast<uint64_t>(a),
                                     static_cast<uint32_t>(b), use::init)) /
         65536.0f;
}

TEST(Draws, QuasiRandomDrawsCancelForConstantsAndRamps) {
  EXPECT_LT(measureError(20000, [](int, int) { return 0.3f; }), 0.1);
  EXPECT_LT(measureError(20000, [](int e, int) { return getNoise(e, 0); }),
            0.1);
  EXPECT_LT(measureError(20000, [](int, int) { return 0.01f; }), 0.2);
  EXPECT_LT(measureError(20000, [](int, int) { return 0.001f; }), 0.5);
  EXPECT_LT(measureError(20000,
                         [](int e, int t) {
                           float x =
                               getNoise(e, 0) * static_cast<float>(t) * 2e-3f;
                           return x - std::floor(x);
                         }),
            0.5);
}

// If all elements shared one rotation number, the golden ratio, data with
// periods of 144 and 233 steps would have five times the error of independent
// random bits.
TEST(Draws, QuasiRandomDrawsAreInStepWithNoPeriod) {
  for (int period : {2, 5, 8, 13, 21, 55, 144, 150, 233, 377, 610, 1000})
    EXPECT_LT(measureError(
                  20000, [=](int e, int t) { return getNoise(e, t % period); }),
              1.2)
        << "period " << period;
}

/// Returns the covariances of two roundings of `fraction` units by the steps
/// between them. They are exact: a sum over all rotation numbers, and an
/// integral over the starting points.
static std::vector<double> getCovariances(double fraction) {
  std::vector<double> covariances(1 << logQuasiSteps);
  double least = std::min(fraction, 1 - fraction);
  for (const Digits &digits : getAllDigits()) {
    uint32_t rotation = digits.getRotation();
    double share = digits.count * 0x1p-27;
    for (uint32_t steps = 0; steps < covariances.size(); ++steps) {
      double apart = std::abs(static_cast<int32_t>(rotation * steps) * 0x1p-32);
      double both = std::max(least - apart, 0.0);
      covariances[steps] += (both - least * least) * share;
    }
  }
  return covariances;
}

/// Returns the root mean square of the summed rounding error of equal changes
/// in every `period`-th step until the draws restart, relative to independent
/// bits.
static double getImpulseError(const std::vector<double> &covariances,
                              size_t period) {
  size_t count = (covariances.size() + period - 1) / period;
  double sum = double(count) * covariances[0];
  for (size_t lag = 1; lag < count; ++lag)
    sum += 2.0 * double(count - lag) * covariances[lag * period];
  return std::sqrt(sum / double(count) / covariances[0]);
}

TEST(Draws, QuasiRandomDrawsOfImpulses) {
  double worst = 0;
  for (double fraction : {0.5, 0.4, 0.25, 0.1, 0.01}) {
    std::vector<double> covariances = getCovariances(fraction);
    for (size_t period = 2; period <= 1000; ++period)
      worst = std::max(worst, getImpulseError(covariances, period));
    // With a period of 1, every step makes the same change.
    EXPECT_LT(getImpulseError(covariances, 1), fraction < 0.1 ? 0.18 : 0.07);
  }
  EXPECT_NEAR(worst, 1.159, 1e-3);
  EXPECT_LT(getImpulseError(getCovariances(0.001), 1), 0.43);
}

// Neighbours in one step are independent: all pairs of halves of the range are
// equally frequent, to within five standard deviations.
TEST(Draws, QuasiRandomDrawsOfNeighboursAreIndependent) {
  const int n = 1 << 16;
  for (uint32_t step : {0u, 1u, 1000u}) {
    std::array<int, 4> counts{};
    for (int i = 0; i < n; ++i) {
      auto half = [&](int element) {
        return drawBits(5, 6, static_cast<uint64_t>(element), step, use::update,
                        Sequence::QuasiRandom) >>
               15;
      };
      ++counts[2 * half(i) + half(i + 1)];
    }
    for (int count : counts)
      EXPECT_NEAR(count, n / 4, 5 * std::sqrt(n * 3.0 / 16));
  }
}

} // namespace
