//===- MathAtan.h - atan, atan2 ---------------------------------*- C++ -*-===//
//
// Let hi and lo be the larger and the smaller of |x| and |y|. The angle of (x,
// y) follows from the angle of (hi, lo), in [0, pi/4], by subtraction from
// multiples of pi/2. The angle of (hi, lo) is 0 or pi/4 plus an arctangent of
// at most tan(pi/8). All parts are pairs of floats, so only the last sum is
// rounded to f32.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_MATHATAN_H
#define FP8_NUMERICS_MATHATAN_H

#include "fp8/Numerics/MathBuilder.h"

namespace mlir::fp8::numerics {

/// Computes atan(q.high + q.low) for |q| <= tan(pi/8).
template <typename B>
Pair<B> atanReduced(B &b, Pair<B> q) {
  F32<B> w = b.mul(q.high, q.high);
  F32<B> p = polynomial(b, w,
                        {-0x1.55554ap-2f, 0x1.999196p-3f, -0x1.23b516p-3f,
                         0x1.b1eb5ap-4f, -0x1.f1e910p-5f});
  F32<B> low = b.fma(b.mul(q.high, w), p, q.low);
  return fastTwoSum(b, q.high, low);
}

/// Computes atan(lo / hi) for 0 <= lo <= hi, hi > 0, both finite.
template <typename B>
Pair<B> atanOfRatio(B &b, F32<B> lo, F32<B> hi) {
  // Scale so that neither the sum nor the remainder of the quotient leaves the
  // range of f32.
  F32<B> scale =
      b.select(b.gt(hi, b.f32(0x1p100f)), b.f32(0x1p-64f), b.f32(1.0f));
  scale = b.select(b.lt(hi, b.f32(0x1p-60f)), b.f32(0x1p64f), scale);
  lo = b.mul(lo, scale);
  hi = b.mul(hi, scale);
  // atan(lo / hi) = pi/4 + atan((lo - hi) / (lo + hi)).
  auto isFar = b.gt(lo, b.mul(hi, b.f32(0x1.a8279ap-2f)));
  F32<B> zero = b.f32(0.0f);
  Pair<B> sum = fastTwoSum(b, hi, lo);
  Pair<B> difference = fastTwoSum(b, b.neg(hi), lo);
  Pair<B> n = {b.select(isFar, difference.high, lo),
               b.select(isFar, difference.low, zero)};
  Pair<B> d = {b.select(isFar, sum.high, hi), b.select(isFar, sum.low, zero)};
  F32<B> q = b.div(n.high, d.high);
  F32<B> rest = b.fma(b.neg(q), d.high, n.high);
  rest = b.add(rest, b.fma(b.neg(q), d.low, n.low));
  Pair<B> angle = atanReduced(b, Pair<B>{q, b.div(rest, d.high)});
  Pair<B> turned = fastTwoSum(b, b.f32(0x1.921fb6p-1f), angle.high);
  turned.low = b.add(turned.low, b.add(angle.low, b.f32(-0x1.777a5cp-26f)));
  return {b.select(isFar, turned.high, angle.high),
          b.select(isFar, turned.low, angle.low)};
}

/// Computes turn - angle, where the turn is the pair `high` + `low`.
template <typename B>
Pair<B> turnBack(B &b, float high, float low, Pair<B> angle) {
  Pair<B> turned = fastTwoSum(b, b.f32(high), b.neg(angle.high));
  return {turned.high, b.add(turned.low, b.sub(b.f32(low), angle.low))};
}

template <typename B>
F32<B> expandAtan2(B &b, F32<B> y, F32<B> x) {
  auto isNaN = b.orb(b.isNaN(x), b.isNaN(y));
  F32<B> absX = absolute(b, x), absY = absolute(b, y);
  auto isSteep = b.gt(absY, absX);
  F32<B> hi = b.select(isSteep, absY, absX);
  F32<B> lo = b.select(isSteep, absX, absY);
  // Two infinities have the ratio 1; an infinity and a finite number have the
  // ratio 0.
  F32<B> inf = b.fromBits(b.i32(0x7F800000)), one = b.f32(1.0f),
         zero = b.f32(0.0f);
  lo = b.select(b.eq(hi, inf), b.select(b.eq(lo, inf), one, zero), lo);
  hi = b.select(b.eq(hi, inf), one, hi);
  hi = b.select(b.eq(hi, zero), one, hi);
  Pair<B> angle = atanOfRatio(b, lo, hi);
  Pair<B> steep = turnBack(b, 0x1.921fb6p+0f, -0x1.777a5cp-25f, angle);
  angle = {b.select(isSteep, steep.high, angle.high),
           b.select(isSteep, steep.low, angle.low)};
  auto isLeft = b.lti(b.toBits(x), b.i32(0));
  Pair<B> left = turnBack(b, 0x1.921fb6p+1f, -0x1.777a5cp-24f, angle);
  F32<B> result = b.select(isLeft, b.add(left.high, left.low),
                           b.add(angle.high, angle.low));
  result = withSign(b, result, y);
  return b.select(isNaN, b.f32(canonicalNaN()), result);
}

template <typename B>
F32<B> expandAtan(B &b, F32<B> x) {
  return expandAtan2(b, x, b.f32(1.0f));
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_MATHATAN_H
