//===- MathExp.h - exp, exp2, expm1 -----------------------------*- C++ -*-===//
//
// x = n ln(2) + r with |r| <= ln(2)/2, and exp(x) = 2^n exp(r). The reduced
// argument is a pair, so only the last two additions contribute to the error.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_MATHEXP_H
#define FP8_NUMERICS_MATHEXP_H

#include "fp8/Numerics/MathBuilder.h"

namespace mlir::fp8::numerics {

inline constexpr float ln2High = 0x1.62e430p-1f;
inline constexpr float ln2Low = -0x1.05c610p-29f;
inline constexpr float log2E = 0x1.715476p+0f;

/// Computes exp(r.high + r.low) - 1 for |r| <= ln(2)/2.
template <typename B>
F32<B> expm1Reduced(B &b, Pair<B> r) {
  F32<B> p = polynomial(b, r.high,
                        {0x1p-1f, 0x1.55548ep-3f, 0x1.55545ep-5f,
                         0x1.123b56p-7f, 0x1.6db458p-10f});
  // exp(h + l) equals exp(h) + l (1 + h) up to far less than an ulp.
  F32<B> low = b.fma(r.low, r.high, r.low);
  return b.add(r.high, b.fma(b.mul(r.high, r.high), p, low));
}

template <typename B>
struct ExpReduction {
  I32<B> exponent;
  Pair<B> rest;
};

/// Decomposes x = exponent ln(2) + rest, for |x| <= 128. The high part is
/// exact: the result of the fma has no more than 24 bits above the last bit of
/// ln2High or x.
template <typename B>
ExpReduction<B> reduceExp(B &b, F32<B> x) {
  Rounded<B> n = roundToInteger(b, b.mul(x, b.f32(log2E)));
  F32<B> minusN = b.neg(n.asFloat);
  return {n.asInteger,
          {b.fma(minusN, b.f32(ln2High), x), b.mul(minusN, b.f32(ln2Low))}};
}

/// Computes f ln(2) for a pair |f| <= 1/2.
template <typename B>
Pair<B> timesLn2(B &b, Pair<B> f) {
  Pair<B> r = twoProduct(b, f.high, b.f32(ln2High));
  F32<B> low = b.fma(f.high, b.f32(ln2Low), r.low);
  return {r.high, b.fma(f.low, b.f32(ln2High), low)};
}

/// Computes exp(x) for x in [-104, 89].
template <typename B>
F32<B> expInRange(B &b, F32<B> x) {
  ExpReduction<B> reduced = reduceExp(b, x);
  F32<B> y = b.add(b.f32(1.0f), expm1Reduced(b, reduced.rest));
  return scaleByPowerOfTwo(b, y, reduced.exponent);
}

template <typename B>
F32<B> expandExp(B &b, F32<B> x) {
  // exp(-104) rounds to 0 and exp(89) to infinity without special cases.
  return canonicalizeNaN(b, expInRange(b, clamp(b, x, -104.0f, 89.0f)));
}

/// Computes 2^z for a pair with |z.high| < 252 - 1/2.
template <typename B>
F32<B> exp2Pair(B &b, Pair<B> z) {
  Rounded<B> n = roundToInteger(b, z.high);
  Pair<B> f = fastTwoSum(b, b.sub(z.high, n.asFloat), z.low);
  F32<B> y = b.add(b.f32(1.0f), expm1Reduced(b, timesLn2(b, f)));
  return scaleByPowerOfTwo(b, y, n.asInteger);
}

template <typename B>
F32<B> expandExp2(B &b, F32<B> x) {
  Pair<B> z = {clamp(b, x, -151.0f, 129.0f), b.f32(0.0f)};
  return canonicalizeNaN(b, exp2Pair(b, z));
}

/// Computes exp(x) - 1 = 2^n q + (2^n - 1), q = exp(r) - 1. All terms are
/// halved until the end, because n = 128 occurs for finite results.
template <typename B>
F32<B> expandExpm1(B &b, F32<B> x) {
  ExpReduction<B> reduced = reduceExp(b, clamp(b, x, -20.0f, 89.0f));
  F32<B> q = expm1Reduced(b, reduced.rest);
  F32<B> halfPower = powerOfTwo(b, b.subi(reduced.exponent, b.i32(1)));
  F32<B> half = b.fma(halfPower, q, b.sub(halfPower, b.f32(0.5f)));
  // Preserves -0, and subnormals, which would be lost in the halving.
  F32<B> y = b.select(b.lt(absolute(b, x), b.f32(0x1p-25f)), x,
                      b.mul(half, b.f32(2.0f)));
  return canonicalizeNaN(b, y);
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_MATHEXP_H
