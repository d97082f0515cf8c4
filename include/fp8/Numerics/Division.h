//===- Division.h - division from approximate reciprocals -------*- C++ -*-===//
//
// Correctly rounded division from the approximate reciprocal of a GPU, without
// branches. The templates are correct unless an operand or the quotient is huge
// or tiny; such results must not be used.
//
// The seed may be any float within the documented bound, so the results do not
// depend on the chip. Let r be the float nearest to 1 / d, and q the float
// nearest to a r. Then the remainder a - d q is exact, and q + r * remainder is
// closer to a / d than any midpoint between two floats (Markstein), so it
// rounds correctly. If the seed is within one ulp, one Newton step computes r
// except for a few d. Numerics/DivisionTest.cpp tests all numerators for these
// d.
//
// Square roots do not benefit from this method. For a few x, one step from 1 /
// sqrt(x) fails for seeds that PTX permits, and more steps are as expensive as
// the branch.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_DIVISION_H
#define FP8_NUMERICS_DIVISION_H

#include "fp8/Numerics/MathBuilder.h"

namespace mlir::fp8::numerics {

/// Computes 1 / d from a seed within 1 ulp. The result is the nearest float
/// except for a few d, whose quotients are correct nevertheless. A plain Newton
/// step returns less than 1 / d, by up to 2^-46 of it. The addition of 2^-46
/// compensates. Without it the result for d = 2 - 2^-23 would be on the wrong
/// side of a midpoint.
template <typename B>
F32<B> refineReciprocal(B &b, F32<B> d, F32<B> seed) {
  F32<B> rest = b.fma(b.neg(d), seed, b.f32(1.0f));
  rest = b.add(rest, b.f32(0x1p-46f));
  return b.fma(seed, rest, seed);
}

/// Rank of the numerator 2^-80. Quotients are correct for numerators with this
/// rank or a larger rank, that is, for magnitudes of at least 2^-80 and for
/// zeros. Ranks are compared as unsigned integers. The rank is twice the bits
/// of the numerator, minus one: this drops the sign and gives zeros the largest
/// rank.
constexpr uint32_t leastNumeratorRank = 2 * ((127u - 80u) << 23) - 1;
template <typename B>
I32<B> getNumeratorRank(B &b, F32<B> a) {
  return b.addi(b.shl(b.toBits(a), b.i32(1)), b.i32(-1));
}

/// Bits of the largest divisor, 2^40. Divisors are positive, so their bits can
/// be compared as unsigned integers. The quotient of a numerator of at least
/// 2^-80 is then never subnormal.
constexpr uint32_t largestDivisorBits = (127u + 40u) << 23;

/// Computes a / d for such a numerator and such a divisor. The result is
/// correct if it is finite. In all other cases (a divisor that is too small, a
/// numerator that is not a number, a quotient that overflows) it is NaN or
/// infinite.
template <typename B>
F32<B> divideByReciprocal(B &b, F32<B> a, F32<B> d, F32<B> r) {
  F32<B> q = b.mul(a, r);
  // The remainder is computed with the opposite sign, because a - d q would
  // turn -0 into +0.
  F32<B> excess = b.fma(d, q, b.neg(a));
  return b.fma(b.neg(excess), r, q);
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_DIVISION_H
