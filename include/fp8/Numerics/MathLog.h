//===- MathLog.h - log, log1p, log2, log10 ----------------------*- C++ -*-===//
//
// x = 2^e m with m in [sqrt(1/2), sqrt(2)). log and log1p use a polynomial in m
// - 1. log2Pair, which log2, log10 and powf use, computes a result of twice the
// precision from the series of atanh((m - 1) / (m + 1)).
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_MATHLOG_H
#define FP8_NUMERICS_MATHLOG_H

#include "fp8/Numerics/MathBuilder.h"

namespace mlir::fp8::numerics {

template <typename B>
struct LogReduction {
  F32<B> mantissa;
  F32<B> exponent;
};

/// Decomposes a positive finite x. Returns an arbitrary finite pair for other
/// x.
template <typename B>
LogReduction<B> reduceLog(B &b, F32<B> x) {
  auto isSubnormal = b.lt(x, b.f32(0x1p-126f));
  F32<B> normal = b.select(isSubnormal, b.mul(x, b.f32(0x1p23f)), x);
  I32<B> correction = b.select(isSubnormal, b.i32(-23), b.i32(0));
  // Subtracting the bits of sqrt(1/2) moves the boundary between two exponents
  // from 2 to sqrt(2).
  I32<B> bits = b.toBits(normal);
  I32<B> exponent = b.shrS(b.subi(bits, b.i32(0x3F3504F3)), b.i32(23));
  I32<B> mantissa = b.subi(bits, b.shl(exponent, b.i32(23)));
  return {b.fromBits(mantissa), b.toFloat(b.addi(exponent, correction))};
}

/// Computes log(x) + correction for a positive finite x.
template <typename B>
F32<B> logWithCorrection(B &b, F32<B> x, F32<B> correction) {
  LogReduction<B> reduced = reduceLog(b, x);
  F32<B> f = b.sub(reduced.mantissa, b.f32(1.0f));
  F32<B> p = polynomial(b, f,
                        {0x1.555548p-2f, -0x1.000006p-2f, 0x1.99a4b6p-3f,
                         -0x1.555c4ep-3f, 0x1.233768p-3f, -0x1.fc2208p-4f,
                         0x1.e6f070p-4f, -0x1.de3c22p-4f, 0x1.1457aap-4f});
  F32<B> f2 = b.mul(f, f);
  F32<B> tail = b.fma(b.mul(f, f2), p, b.mul(b.f32(-0.5f), f2));
  // ln(2) rounded to 16 bits, so that its product with the exponent is exact.
  tail = b.fma(reduced.exponent, b.f32(0x1.7f7d1cp-20f), tail);
  F32<B> whole = b.mul(reduced.exponent, b.f32(0x1.62e4p-1f));
  Pair<B> sum = fastTwoSum(b, whole, f);
  return b.add(sum.high, b.add(sum.low, b.add(tail, correction)));
}

/// Handles the special cases of a logarithm: NaN and x that is negative, 0 or
/// infinite. `y` is the result for a positive finite x.
template <typename B>
F32<B> withLogSpecials(B &b, F32<B> x, F32<B> y) {
  y = b.select(b.eq(x, b.f32(HUGE_VALF)), x, y);
  y = b.select(b.eq(x, b.f32(0.0f)), b.f32(-HUGE_VALF), y);
  auto isInvalid = b.orb(b.lt(x, b.f32(0.0f)), b.isNaN(x));
  return b.select(isInvalid, b.f32(canonicalNaN()), y);
}

template <typename B>
F32<B> expandLog(B &b, F32<B> x) {
  return withLogSpecials(b, x, logWithCorrection(b, x, b.f32(0.0f)));
}

/// Computes log(1 + x). 1 + x = u + c exactly, and log(u + c) is log(u) + c /
/// u.
template <typename B>
F32<B> expandLog1p(B &b, F32<B> x) {
  F32<B> one = b.f32(1.0f);
  F32<B> u = b.add(one, x);
  F32<B> fromX = b.sub(u, one);
  F32<B> c = b.add(b.sub(one, b.sub(u, fromX)), b.sub(x, fromX));
  F32<B> y = logWithCorrection(b, u, b.div(c, u));
  // Preserves -0 and subnormals.
  y = b.select(b.lt(absolute(b, x), b.f32(0x1p-25f)), x, y);
  return withLogSpecials(b, u, y);
}

/// Computes log2(x) to about 36 bits for a positive finite x.
template <typename B>
Pair<B> log2Pair(B &b, F32<B> x) {
  LogReduction<B> reduced = reduceLog(b, x);
  F32<B> m = reduced.mantissa;
  F32<B> one = b.f32(1.0f);
  // s = (m - 1) / (m + 1). The numerator is exact; the denominator is a pair.
  F32<B> numerator = b.sub(m, one);
  F32<B> denominator = b.add(m, one);
  F32<B> denominatorLow = b.sub(m, b.sub(denominator, one));
  F32<B> s = b.div(numerator, denominator);
  F32<B> minusS = b.neg(s);
  F32<B> remainder =
      b.fma(minusS, denominatorLow, b.fma(minusS, denominator, numerator));
  F32<B> sLow = b.div(remainder, denominator);
  // w = s^2
  Pair<B> w = twoProduct(b, s, s);
  w.low = b.fma(b.add(s, s), sLow, w.low);
  // atanh(s) / s = 1 + w t with t = 1/3 + w (1/5 + ...)
  F32<B> rest = b.mul(w.high, polynomial(b, w.high,
                                         {0x1.999998p-3f, 0x1.249374p-3f,
                                          0x1.c65956p-4f, 0x1.8eb424p-4f}));
  Pair<B> t = fastTwoSum(b, b.f32(0x1.555556p-2f), rest);
  t.low = b.add(t.low, b.f32(-0x1.555556p-27f));
  Pair<B> v = twoProduct(b, w.high, t.high);
  v.low = b.add(v.low, b.fma(w.high, t.low, b.mul(w.low, t.high)));
  Pair<B> factor = fastTwoSum(b, one, v.high);
  factor.low = b.add(factor.low, v.low);
  Pair<B> a = twoProduct(b, s, factor.high);
  a.low = b.add(a.low, b.fma(s, factor.low, b.mul(sLow, factor.high)));
  // log2(m) = atanh(s) * 2 / ln(2)
  F32<B> scale = b.f32(0x1.715476p+1f);
  Pair<B> fraction = twoProduct(b, a.high, scale);
  F32<B> low = b.fma(a.high, b.f32(0x1.4ae0c0p-25f), b.mul(a.low, scale));
  fraction.low = b.add(fraction.low, low);
  Pair<B> sum = fastTwoSum(b, reduced.exponent, fraction.high);
  return fastTwoSum(b, sum.high, b.add(sum.low, fraction.low));
}

template <typename B>
F32<B> expandLog2(B &b, F32<B> x) {
  return withLogSpecials(b, x, log2Pair(b, x).high);
}

template <typename B>
F32<B> expandLog10(B &b, F32<B> x) {
  Pair<B> log2 = log2Pair(b, x);
  F32<B> log10Of2 = b.f32(0x1.344136p-2f);
  F32<B> low =
      b.fma(log2.high, b.f32(-0x1.ec10c0p-27f), b.mul(log2.low, log10Of2));
  return withLogSpecials(b, x, b.fma(log2.high, log10Of2, low));
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_MATHLOG_H
