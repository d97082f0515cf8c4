//===- MathNormal.h - quantiles of the normal distribution ------*- C++ -*-===//
//
// The inverse of the tail probability of a standard normal number Z. With x =
// P(|Z| < z) and w = -log(1 - x^2), z / x is a smooth function of w or, for
// large w, of sqrt(w). Each function is approximated by a polynomial, fitted by
// tools/scripts/fit-math.py.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_MATHNORMAL_H
#define FP8_NUMERICS_MATHNORMAL_H

#include "fp8/Numerics/MathLog.h"

namespace mlir::fp8::numerics {

/// Computes the z with P(Z > z) = p, for p in [2^-33, 1/2]: from 6.34 down to
/// 0. The error is at most 4 ulp.
template <typename B>
F32<B> expandNormalQuantile(B &b, F32<B> p) {
  F32<B> x = b.fma(b.f32(-2.0f), p, b.f32(1.0f));
  // 1 - x^2 = 4 p (1 - p), without cancellation.
  F32<B> rest = b.mul(b.f32(4.0f), b.fma(b.neg(p), p, p));
  F32<B> w = b.neg(logWithCorrection(b, rest, b.f32(0.0f)));
  F32<B> central = polynomial(
      b, b.sub(w, b.f32(3.125f)),
      {0x1.2b57ecp+1f, 0x1.5bc944p-2f, -0x1.179bdap-7f, -0x1.1297e8p-10f,
       0x1.1501d4p-12f, -0x1.4998b4p-16f, -0x1.0835aap-19f, 0x1.43acf6p-21f,
       -0x1.261776p-25f, -0x1.c2ccaep-28f, 0x1.efda38p-31f});
  F32<B> tail =
      polynomial(b, b.sub(b.sqrt(w), b.f32(3.5625f)),
                 {0x1.3397e6p+2f, 0x1.6cd8a6p+0f, 0x1.0e784ap-8f,
                  -0x1.4fbf4cp-9f, 0x1.465ca6p-10f, -0x1.92d396p-11f,
                  0x1.20bca6p-11f, -0x1.150ffcp-12f, 0x1.9ab58ep-15f});
  return b.mul(x, b.select(b.lt(w, b.f32(6.25f)), central, tail));
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_MATHNORMAL_H
