//===- MathErf.h - tanh, erf, erfc ------------------------------*- C++ -*-===//
//
// For small |x| the functions are odd polynomials. For larger |x| they are
// computed from exp.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_MATHERF_H
#define FP8_NUMERICS_MATHERF_H

#include "fp8/Numerics/MathExp.h"

namespace mlir::fp8::numerics {

template <typename B>
F32<B> expandTanh(B &b, F32<B> x) {
  F32<B> absX = absolute(b, x);
  F32<B> w = b.mul(x, x);
  F32<B> p = polynomial(b, w,
                        {-0x1.555532p-2f, 0x1.110726p-3f, -0x1.b83c5cp-5f,
                         0x1.5226a0p-6f, -0x1.75e1d4p-8f});
  F32<B> small = b.fma(b.mul(absX, w), p, absX);
  // 1 - 2 / (exp(2|x|) + 1), which rounds to 1 from 9.02 on.
  F32<B> bounded = clamp(b, absX, 0.0f, 10.0f);
  F32<B> e = expInRange(b, b.add(bounded, bounded));
  F32<B> one = b.f32(1.0f);
  F32<B> large = b.sub(one, b.div(b.f32(2.0f), b.add(e, one)));
  F32<B> y = b.select(b.lt(absX, b.f32(0.625f)), small, large);
  return canonicalizeNaN(b, withSign(b, y, x));
}

/// Computes erf(x) for |x| <= 0.921875.
template <typename B>
F32<B> erfSmall(B &b, F32<B> x) {
  F32<B> p = polynomial(b, b.mul(x, x),
                        {0x1.06eba8p-3f, -0x1.812744p-2f, 0x1.ce2e20p-4f,
                         -0x1.b8107cp-6f, 0x1.54dad8p-8f, -0x1.aae986p-11f,
                         0x1.5f1144p-14f});
  return b.fma(x, p, x);
}

template <typename B>
F32<B> expandErf(B &b, F32<B> x) {
  F32<B> absX = absolute(b, x);
  // 1 - exp(log(erfc(|x|))): the logarithm is close to a polynomial. The result
  // is 1 from 4 on.
  F32<B> a = clamp(b, absX, 0.0f, 4.0f);
  F32<B> logErfc =
      polynomial(b, a,
                 {0x1.5253b8p-13f, -0x1.2122eap+0f, -0x1.445e5ap-1f,
                  -0x1.ba7996p-4f, 0x1.98105ep-6f, -0x1.0a0006p-8f,
                  0x1.a1a640p-12f, -0x1.e9235ap-17f, -0x1.0dfb62p-21f});
  F32<B> large = b.sub(b.f32(1.0f), expInRange(b, logErfc));
  F32<B> y = b.select(b.lt(absX, b.f32(0.921875f)), erfSmall(b, x),
                      withSign(b, large, x));
  return canonicalizeNaN(b, y);
}

/// Computes erfc(a) = exp(-a^2) p(u) / (1 + 2a), u = (a - 3) / (a + 3), for a
/// in [0.45, 10.1]. The multiplication by a power of two comes last, because
/// results may be subnormal.
template <typename B>
F32<B> erfcLarge(B &b, F32<B> a) {
  F32<B> three = b.f32(3.0f);
  F32<B> u = b.div(b.sub(a, three), b.add(a, three));
  F32<B> p = polynomial(b, u,
                        {0x1.40c522p+0f, -0x1.15c084p-3f, -0x1.85a190p-5f,
                         0x1.098362p-3f, -0x1.e88900p-4f, 0x1.17cba4p-4f,
                         -0x1.85cc0ep-6f, 0x1.494f6cp-9f, 0x1.015e36p-9f,
                         -0x1.700bf2p-11f, -0x1.a1887ep-13f});
  Pair<B> square = twoProduct(b, a, a);
  ExpReduction<B> reduced = reduceExp(b, b.neg(square.high));
  reduced.rest.low = b.sub(reduced.rest.low, square.low);
  F32<B> e = b.add(b.f32(1.0f), expm1Reduced(b, reduced.rest));
  F32<B> quotient = b.div(p, b.fma(b.f32(2.0f), a, b.f32(1.0f)));
  return scaleByPowerOfTwo(b, b.mul(e, quotient), reduced.exponent);
}

template <typename B>
F32<B> expandErfc(B &b, F32<B> x) {
  F32<B> absX = absolute(b, x);
  F32<B> small = b.sub(b.f32(1.0f), erfSmall(b, x));
  F32<B> positive = erfcLarge(b, clamp(b, absX, 0.45f, 10.1f));
  F32<B> negative = b.sub(b.f32(2.0f), positive);
  F32<B> large = b.select(b.lt(x, b.f32(0.0f)), negative, positive);
  F32<B> y = b.select(b.lt(absX, b.f32(0.46875f)), small, large);
  return canonicalizeNaN(b, y);
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_MATHERF_H
