//===- DrawsTest.cpp - the draws of elements and of steps -----------------===//

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

// Both halves of a word move by the high half of so many rotation numbers,
// until the words are drawn anew.
TEST(Draws, QuasiRandomDrawsGoOnByTheRotation) {
  const Sequence quasi = Sequence::QuasiRandom;
  for (uint32_t step : {0u, 1u, 7u, 8191u, 8192u, 100000u, 0xFFFFFFFFu}) {
    PhiloxCounter first = philox4x32({5, 0, step / 8192, use::update},
                                     {/*seed=*/11, /*stream=*/13},
                                     /*rounds=*/7);
    uint32_t shift = ((step * getRotation(first)) >> 16) * 0x10001u;
    for (uint64_t j = 0; j < 8; ++j)
      EXPECT_EQ(drawBits(11, 13, 40 + j, step, use::update, quasi),
                ((first[j / 2] + shift) >> (16 * (j % 2))) & 0xFFFF)
          << "element " << j << ", step " << step;
  }
}

// Rotation numbers are no fractions of a small denominator.
TEST(Draws, RotationsAreFarFromSmallFractions) {
  std::set<uint32_t> seen;
  for (uint32_t i = 0; i < 4096; ++i) {
    uint32_t rotation = getRotation(philox4x32({i, 0, 0, 0}, {3, 4}, 7));
    ASSERT_EQ(rotation & 0xFF, 0u);
    seen.insert(rotation);
    double number = rotation * 0x1p-32;
    ASSERT_GT(number, 0.1);
    ASSERT_LT(number, 0.5);
    for (int q = 1; q <= 1000; ++q)
      ASSERT_GT(std::abs(number * q - std::round(number * q)) * q, 0.07)
          << number << " times " << q;
  }
  EXPECT_GT(seen.size(), 1500u);
}

// The division is correct to the last place or two.
TEST(Draws, RotationsAreContinuedFractions) {
  const double tail = (1 + std::sqrt(5.0)) / 2;
  for (uint32_t digits = 0; digits < (1u << 11); ++digits) {
    uint32_t bits = digits << 12;
    double number = 0;
    for (auto [shift, mask, least] :
         {std::array{12, 3, 1}, std::array{14, 7, 1}, std::array{17, 7, 1},
          std::array{20, 7, 2}}) {
      int digit = int((bits >> shift) & unsigned(mask)) + least;
      number = 1 / (digit + (shift == 12 ? 1 / tail : number));
    }
    ASSERT_NEAR(getRotation({bits, 0, 0, 0}) * 0x1p-32, number, 0x1.8p-24)
        << digits;
  }
}

// The draws of one element fill the range evenly until they begin anew.
TEST(Draws, QuasiRandomDrawsAreUniform) {
  for (uint64_t element : {0, 1}) {
    std::vector<unsigned> coarse(1 << 6);
    for (uint32_t step = 0; step < (1 << logQuasiSteps); ++step)
      ++coarse[drawBits(1, 2, element, step, use::update,
                        Sequence::QuasiRandom) >>
               10];
    for (unsigned count : coarse)
      ASSERT_NEAR(count, 128, 4);
  }
}

/// Rounds `getChange(element, step)`, a part of a unit, in each step. Returns
/// the root mean square of summed errors, in multiples of that of independent
/// draws.
template <typename Change>
double measureError(int steps, Change getChange) {
  const int numBlocks = 192;
  double squares = 0, variance = 0;
  for (int block = 0; block < numBlocks; ++block) {
    // One element of each half.
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

/// A number in [0, 1) of its own for each pair.
float getNoise(int a, int b) {
  return static_cast<float>(drawBits(77, 1, static_cast<uint64_t>(a),
                                     static_cast<uint32_t>(b), use::init)) /
         65536.0f;
}

TEST(Draws, QuasiRandomDrawsCancelForConstantsAndRamps) {
  EXPECT_LT(measureError(20000, [](int, int) { return 0.3f; }), 0.1);
  EXPECT_LT(measureError(20000, [](int e, int) { return getNoise(e, 0); }),
            0.1);
  EXPECT_LT(measureError(20000, [](int, int) { return 0.01f; }), 0.15);
  EXPECT_LT(measureError(20000, [](int, int) { return 0.001f; }), 0.35);
  EXPECT_LT(measureError(20000,
                         [](int e, int t) {
                           float x =
                               getNoise(e, 0) * static_cast<float>(t) * 2e-3f;
                           return x - std::floor(x);
                         }),
            0.5);
}

// A rotation that all elements share was in step with data of 144 and 233
// steps, and five times as far off as independent draws.
TEST(Draws, QuasiRandomDrawsAreInStepWithNoPeriod) {
  for (int period : {2, 5, 8, 13, 21, 55, 144, 150, 233, 377, 610, 1000})
    EXPECT_LT(measureError(
                  20000, [=](int e, int t) { return getNoise(e, t % period); }),
              1.2)
        << "period " << period;
}

/// Returns the root mean square of the summed rounding error of changes of
/// `fraction` units in every `period`-th step until the draws restart, relative
/// to independent bits. It is exact: a sum over all rotation numbers, and an
/// integral over the starting points.
static double getImpulseError(int period, double fraction) {
  int count = ((1 << logQuasiSteps) + period - 1) / period;
  double independent = count * fraction * (1 - fraction);
  double sum = 0;
  for (uint32_t digits = 0; digits < (1u << 11); ++digits) {
    double number = getRotation({digits << 12, 0, 0, 0}) * 0x1p-32;
    for (int lag = 1; lag < count; ++lag) {
      // The covariance of two draws that are this far apart.
      double turns = number * period * lag;
      double apart = std::abs(turns - std::round(turns));
      double both = std::max(std::min(fraction, 1 - fraction) - apart, 0.0);
      double least = std::min(fraction, 1 - fraction);
      sum += 2.0 * (count - lag) * (both - least * least);
    }
  }
  return std::sqrt(1 + sum / (1 << 11) / independent);
}

// The worst periods from 2 to 1000 are among these.
TEST(Draws, QuasiRandomDrawsOfImpulses) {
  for (int period : {2, 57, 100, 144, 178, 233, 239, 265, 500, 1000}) {
    EXPECT_LT(getImpulseError(period, 0.5), 1.36) << "period " << period;
    EXPECT_LT(getImpulseError(period, 0.1), 1.23) << "period " << period;
    EXPECT_LT(getImpulseError(period, 0.01), 1.04) << "period " << period;
  }
  EXPECT_NEAR(getImpulseError(178, 0.5), 1.359, 1e-3);
  // A change in every step is a constant.
  EXPECT_LT(getImpulseError(1, 0.01), 0.1);
  EXPECT_LT(getImpulseError(1, 0.001), 0.25);
}

// Neighbours in one step are independent: each pair of halves of the range
// comes as often as any other, to five deviations.
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
