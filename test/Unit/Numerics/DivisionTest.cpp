//===- DivisionTest.cpp - Quotients from any seed -------------------------===//
//
// The guarantees of the templates of Division.h hold for all operands. The step
// from a correctly rounded reciprocal to the quotient can fail only if a / d is
// within a few units of 2^-48 of a number halfway between two floats. These a
// are known for every d: they solve an equation modulo a power of two. The few
// d whose reciprocal is not correctly rounded for every seed are tested with
// all a. Within the ranges, exponents only scale results, so they are tested at
// random.
//
// FP8_TEST_ALL_SETS in the environment tries every d.
//
//===----------------------------------------------------------------------===//

#include "fp8/Numerics/Division.h"

#include "gtest/gtest.h"

#include <cfloat>
#include <cstdlib>
#include <random>
#include <vector>

using namespace mlir::fp8::numerics;

namespace {

/// Stride over the 2^23 significands, a prime.
uint32_t getStride() { return std::getenv("FP8_TEST_ALL_SETS") ? 1 : 251; }

float significand(uint32_t bits) { return floatOf(0x3F800000 | bits); }

float next(float x, int steps) {
  return floatOf(bitsOf(x) + static_cast<uint32_t>(steps));
}

/// Returns every float within an ulp of 1 / d, for d in [1, 2).
std::vector<float> getReciprocalSeeds(float d) {
  double exact = 1.0 / static_cast<double>(d);
  double ulp = d == 1.0f ? 0x1p-23 : 0x1p-24;
  std::vector<float> seeds;
  for (int steps = -3; steps <= 3; ++steps) {
    float seed = next(1.0f / d, steps);
    // The tolerance covers the error of the quotient of doubles, 2^-54.
    if (std::fabs(seed - exact) <= ulp * (1 + 0x1p-20))
      seeds.push_back(seed);
  }
  return seeds;
}

bool isPermitted(float a, float d) {
  FloatBuilder b;
  return static_cast<uint32_t>(getNumeratorRank(b, a)) >= leastNumeratorRank &&
         bitsOf(d) <= largestDivisorBits;
}

bool isQuotient(float a, float d, float r) {
  FloatBuilder b;
  return bitsOf(divideByReciprocal(b, a, d, r)) == bitsOf(a / d);
}

/// Returns the inverse of an odd number modulo 2^32.
uint32_t invert(uint32_t odd) {
  uint32_t inverse = odd;
  for (int i = 0; i < 5; ++i)
    inverse *= 2 - odd * inverse;
  return inverse;
}

/// Calls `visit` with each significand a of 24 bits for which 2^shift a is
/// `distance` more than `d` times an odd number of 25 bits. Then a / d is next
/// to a number halfway between two floats.
template <typename Visit>
void visitHardNumerators(uint32_t d, int shift, int64_t distance, Visit visit) {
  int zeros = 0;
  while (!(d >> zeros & 1))
    ++zeros;
  if (distance % (int64_t(1) << zeros) != 0)
    return;
  int bits = shift - zeros;
  uint32_t modulus = uint32_t(1) << bits;
  uint32_t least =
      -static_cast<uint32_t>(distance >> zeros) * invert(d >> zeros) % modulus;
  for (uint64_t middle = least; middle < (1 << 25); middle += modulus) {
    if (middle < (1 << 24) || middle % 2 == 0)
      continue;
    int64_t product = int64_t(d) * int64_t(middle) + distance;
    if (product % (int64_t(1) << shift) != 0)
      continue;
    int64_t a = product >> shift;
    if (a >= (1 << 23) && a < (1 << 24))
      visit(static_cast<uint32_t>(a));
  }
}

TEST(Division, AReciprocalIsNearestOrItsQuotientsAreRight) {
  FloatBuilder b;
  unsigned numOthers = 0;
  for (uint32_t bits = 0; bits < (1 << 23); ++bits) {
    float d = significand(bits);
    for (float seed : getReciprocalSeeds(d)) {
      float r = refineReciprocal(b, d, seed);
      if (bitsOf(r) == bitsOf(1.0f / d))
        continue;
      ++numOthers;
      for (uint32_t a = 0; a < (1 << 23); ++a)
        ASSERT_TRUE(isQuotient(significand(a), d, r)) << a << " / " << bits;
    }
  }
  EXPECT_LE(numOthers, 64u);
}

TEST(Division, QuotientsNextToHalfwayAreRoundedRight) {
  uint64_t numTried = 0;
  for (uint32_t bits = 0; bits < (1 << 23); bits += getStride()) {
    uint32_t d = (1 << 23) | bits;
    float r = 1.0f / significand(bits);
    // Quotients from 1 to 2, and from 1/2 to 1.
    for (int shift : {24, 25})
      for (int64_t distance = -16; distance <= 16; ++distance)
        visitHardNumerators(d, shift, distance, [&](uint32_t a) {
          ++numTried;
          ASSERT_TRUE(
              isQuotient(significand(a & 0x7FFFFF), significand(bits), r))
              << a << " / " << d;
        });
  }
  EXPECT_GT(numTried, (1u << 23) / getStride());
}

TEST(Division, WhatIsExactIsAtEveryExponent) {
  std::mt19937 engine(1);
  std::vector<float> special = {
      0.0f,      -0.0f,      FLT_TRUE_MIN,       FLT_MIN, FLT_MAX,
      -FLT_MAX,  0x1p-80f,   next(0x1p-80f, -1), 0x1p40f, next(0x1p40f, 1),
      HUGE_VALF, -HUGE_VALF, std::nanf(""),      1.0f,    -1.0f};
  auto draw = [&](uint32_t i) {
    return i % 17 < special.size() && engine() % 8 == 0
               ? special[i % 17]
               : floatOf(uint32_t(engine()));
  };
  FloatBuilder b;
  int numExact = 0;
  for (uint32_t i = 0; i < 4000000; ++i) {
    float a = draw(i), d = draw(i / 17);
    if (!isPermitted(a, d))
      continue;
    // Like the chip, treat subnormal operands and results as zeros.
    float seed = d < FLT_MIN ? HUGE_VALF : 1.0f / d;
    if (int steps = int(engine() % 3) - 1; steps != 0 && seed < HUGE_VALF) {
      float other = next(seed, steps);
      if (std::fabs(other * double(d) - 1) < 0x1p-24)
        seed = other;
    }
    for (float r : {refineReciprocal(b, d, seed), 1.0f / d}) {
      if (!std::isfinite(divideByReciprocal(b, a, d, r)))
        continue;
      ++numExact;
      ASSERT_TRUE(isQuotient(a, d, r)) << a << " / " << d;
    }
  }
  EXPECT_GT(numExact, 500000);
}

TEST(Division, WhatIsUsualIsExact) {
  FloatBuilder b;
  for (float a : {0.0f, -0.0f, 0x1p-80f, -1e-20f, 3.0f, 0x1p80f})
    for (float d : {0x1p-40f, 1e-8f, 1.0f, 7.0f, 0x1p40f}) {
      EXPECT_TRUE(isPermitted(a, d));
      EXPECT_TRUE(isQuotient(a, d, refineReciprocal(b, d, 1.0f / d)));
    }
  for (float d : {-1.0f, -0.0f, HUGE_VALF, std::nanf("")})
    EXPECT_FALSE(isPermitted(1.0f, d)) << d;
  for (float a : {FLT_MIN, -FLT_TRUE_MIN})
    EXPECT_FALSE(isPermitted(a, 1.0f)) << a;
}

} // namespace
