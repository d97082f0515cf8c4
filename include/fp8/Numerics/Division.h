//===- Division.h - Division from approximate reciprocals -------*- C++ -*-===//
//
// A GPU has an approximation of 1 / x; a division is what makes the one
// correctly rounded quotient out of it. These templates do that without a
// branch for what is neither huge nor tiny; elsewhere what they give is not to
// be used.
//
// The seed may be any float within the bound that is documented, so that the
// results do not depend on the chip. With r the float nearest to 1 / d and q
// that nearest to a r, the rest a - d q is exact, and q plus r times the rest
// is as close to a / d as no number halfway between two floats is (Markstein).
// Of a seed within an ulp one Newton step makes r, but for few d; for these all
// numerators are tried by Numerics/DivisionTest.cpp.
//
// Square roots gain nothing: for a few x one step from 1 / sqrt(x) goes wrong
// for a seed that PTX permits, and more of them cost what the branch does.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_DIVISION_H
#define FP8_NUMERICS_DIVISION_H

#include "fp8/Numerics/MathBuilder.h"

namespace mlir::fp8::numerics {

/// 1 / d, of a seed within 1 ulp, well enough to divide by: nearest but for few
/// d, whose quotients are right all the same. A Newton step gives less than
/// 1 / d, by up to 2^-46 of it, and without that the wrong side of halfway for
/// 2 - 2^-23.
template <typename B>
F32<B> refineReciprocal(B &b, F32<B> d, F32<B> seed) {
  F32<B> rest = b.fma(b.neg(d), seed, b.f32(1.0f));
  rest = b.add(rest, b.f32(0x1p-46f));
  return b.fma(seed, rest, seed);
}

/// The numerators that quotients are right for are zeros and those of at least
/// 2^-80: the ones of this rank or a larger one, unsigned. It is twice their
/// bits, less one, so that zeros come last.
constexpr uint32_t leastNumeratorRank = 2 * ((127u - 80u) << 23) - 1;
template <typename B>
I32<B> getNumeratorRank(B &b, F32<B> a) {
  return b.addi(b.shl(b.toBits(a), b.i32(1)), b.i32(-1));
}

/// Divisors are positive and at most 2^40, as their bits say, unsigned, so that
/// no quotient of what is not tiny is subnormal.
constexpr uint32_t largestDivisorBits = (127u + 40u) << 23;

/// a / d, for such a numerator and such a divisor, if it is finite. All that
/// may be wrong beyond that, a divisor that is too small, a numerator that is
/// no number, a quotient that overflows, makes a NaN or an infinity.
template <typename B>
F32<B> divideByReciprocal(B &b, F32<B> a, F32<B> d, F32<B> r) {
  F32<B> q = b.mul(a, r);
  // The other sign of the rest would make +0 of -0.
  F32<B> excess = b.fma(d, q, b.neg(a));
  return b.fma(b.neg(excess), r, q);
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_DIVISION_H
