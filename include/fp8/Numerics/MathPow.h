//===- MathPow.h - powf, rsqrt, cbrt ----------------------------*- C++ -*-===//
//
// |x|^y = 2^(y log2|x|). The logarithm has twice the precision of f32, because
// the exponential turns an absolute error of its argument into a relative
// error. Special cases follow C99, annex F.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_MATHPOW_H
#define FP8_NUMERICS_MATHPOW_H

#include "fp8/Numerics/MathExp.h"
#include "fp8/Numerics/MathLog.h"

namespace mlir::fp8::numerics {

/// Computes x^y for a positive finite x other than 1; y may be infinite.
template <typename B>
F32<B> powPositive(B &b, F32<B> x, F32<B> y) {
  Pair<B> log2 = log2Pair(b, x);
  Pair<B> z = twoProduct(b, y, log2.high);
  z.low = b.fma(y, log2.low, z.low);
  // The exponent is far beyond both overflow and underflow. The low part is NaN
  // if the high part is infinite.
  auto isHuge = b.gt(absolute(b, z.high), b.f32(200.0f));
  z.high = clamp(b, z.high, -200.0f, 200.0f);
  z.low = b.select(isHuge, b.f32(0.0f), z.low);
  return exp2Pair(b, z);
}

/// Returns true if the non-negative x is an integer. All floats from 2^23 on
/// are integers.
template <typename B>
typename B::I1 isInteger(B &b, F32<B> x) {
  F32<B> magic = b.f32(0x1p23f);
  F32<B> rounded = b.sub(b.add(x, magic), magic);
  return b.orb(b.eq(rounded, x), b.gt(x, magic));
}

template <typename B>
F32<B> expandPow(B &b, F32<B> x, F32<B> y) {
  F32<B> zero = b.f32(0.0f), one = b.f32(1.0f), infinity = b.f32(HUGE_VALF);
  F32<B> absX = absolute(b, x), absY = absolute(b, y);
  F32<B> magnitude = powPositive(b, absX, y);
  // 0 and infinity are inverses of each other.
  auto isYNegative = b.lt(y, zero);
  F32<B> zeroPower = b.select(isYNegative, infinity, zero);
  F32<B> infinityPower = b.select(isYNegative, zero, infinity);
  magnitude = b.select(b.eq(absX, zero), zeroPower, magnitude);
  magnitude = b.select(b.eq(absX, infinity), infinityPower, magnitude);
  magnitude = b.select(b.eq(absX, one), one, magnitude);
  // For a negative base, odd powers are negative and even powers are positive;
  // other powers are NaN. Infinity counts as an even integer, and -0 as a
  // negative base.
  auto isXNegative = b.lti(b.toBits(x), b.i32(0));
  auto isYInteger = isInteger(b, absY);
  auto isYHalfInteger = isInteger(b, b.mul(absY, b.f32(0.5f)));
  F32<B> negative = b.select(isYHalfInteger, magnitude, b.neg(magnitude));
  F32<B> nan = b.f32(canonicalNaN());
  // A fractional power of -0 or -infinity is still 0 or infinity.
  auto isSpecialBase = b.orb(b.eq(absX, zero), b.eq(absX, infinity));
  F32<B> fractional = b.select(isSpecialBase, magnitude, nan);
  negative = b.select(isYInteger, negative, fractional);
  F32<B> result = b.select(isXNegative, negative, magnitude);
  // NaN operands give NaN, except in two cases: 1^y and x^0 are 1.
  result = b.select(b.orb(b.isNaN(x), b.isNaN(y)), nan, result);
  result = b.select(b.eq(x, one), one, result);
  return b.select(b.eq(y, zero), one, result);
}

/// Computes 1 / sqrt(x) with two correctly rounded operations: within 1.5 ulp.
template <typename B>
F32<B> expandRsqrt(B &b, F32<B> x) {
  return canonicalizeNaN(b, b.div(b.f32(1.0f), b.sqrt(x)));
}

/// Computes the cube root. Starts from a third of the exponent and performs two
/// Halley steps, then one Newton step whose residual uses the cube as a pair of
/// floats.
template <typename B>
F32<B> expandCbrt(B &b, F32<B> x) {
  F32<B> absX = absolute(b, x);
  auto isSmall = b.lt(absX, b.f32(0x1p-60f));
  auto isLarge = b.gt(absX, b.f32(0x1p60f));
  F32<B> scale = b.select(isSmall, b.f32(0x1p90f), b.f32(1.0f));
  scale = b.select(isLarge, b.f32(0x1p-90f), scale);
  F32<B> back = b.select(isSmall, b.f32(0x1p-30f), b.f32(1.0f));
  back = b.select(isLarge, b.f32(0x1p30f), back);
  F32<B> a = b.mul(absX, scale);
  I32<B> third = b.mulHighU(b.toBits(a), b.i32(0x55555556));
  F32<B> y = b.fromBits(b.addi(third, b.i32(0x2A5119F2)));
  for (int step = 0; step != 2; ++step) {
    F32<B> cube = b.mul(b.mul(y, y), y);
    F32<B> twice = b.add(a, a);
    y = b.mul(y, b.div(b.add(twice, cube), b.add(a, b.add(cube, cube))));
  }
  Pair<B> square = twoProduct(b, y, y);
  Pair<B> cube = twoProduct(b, square.high, y);
  F32<B> rest = b.sub(b.sub(a, cube.high), b.fma(square.low, y, cube.low));
  y = b.add(y, b.div(rest, b.mul(b.f32(3.0f), square.high)));
  F32<B> result = withSign(b, b.mul(y, back), x);
  // The cube roots of 0, infinity and NaN are the numbers themselves.
  auto isOwn =
      b.orb(b.eq(absX, b.f32(0.0f)), b.eq(absX, b.fromBits(b.i32(0x7F800000))));
  return canonicalizeNaN(b, b.select(isOwn, x, result));
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_MATHPOW_H
