//===- MathRemainder.h - remf -----------------------------------*- C++ -*-===//
#ifndef FP8_NUMERICS_MATHREMAINDER_H
#define FP8_NUMERICS_MATHREMAINDER_H

#include "fp8/Numerics/MathBuilder.h"

namespace mlir::fp8::numerics {

/// Computes the remainder of x / y with the sign of x, as fmod does. Computes
/// 22 bits of the quotient at a time, starting with the highest bits. A
/// quotient rounded to nearest leaves a remainder of either sign that is
/// smaller than the divisor and representable as a float, so the result is
/// exact. Quotients of floats have up to 277 bits.
template <typename B>
F32<B> expandRem(B &b, F32<B> x, F32<B> y) {
  constexpr int stages = 13;
  F32<B> rest = absolute(b, x), divisor = absolute(b, y);
  F32<B> multiples[stages] = {divisor};
  // The product is exact, or it is infinite and skipped below.
  for (int i = 1; i != stages; ++i)
    multiples[i] = b.mul(multiples[i - 1], b.f32(0x1p22f));
  for (int i = stages; i-- > 0;) {
    F32<B> multiple = multiples[i];
    F32<B> quotient = roundToInteger(b, b.div(rest, multiple)).asFloat;
    F32<B> left = b.fma(b.neg(quotient), multiple, rest);
    left = b.select(b.lt(left, b.f32(0.0f)), b.add(left, multiple), left);
    rest = b.select(b.gt(multiple, rest), rest, left);
  }
  return canonicalizeNaN(b, withSign(b, rest, x));
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_MATHREMAINDER_H
