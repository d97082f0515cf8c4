//===- MathExpDecay.h - exp of non-positive numbers -------------*- C++ -*-===//

#ifndef FP8_NUMERICS_MATHEXPDECAY_H
#define FP8_NUMERICS_MATHEXPDECAY_H

#include "fp8/Numerics/MathExp.h"

namespace mlir::fp8::numerics {

/// Computes the same bits as expandExp for x <= 0 and NaN, in fewer operations.
/// The exponent is in [-150, 0], so one factor of the power of two can be a
/// constant, whereas expandExp halves the exponent. In both, only the last
/// product can become subnormal.
template <typename B>
F32<B> expandExpDecay(B &b, F32<B> x) {
  F32<B> low = b.f32(-104.0f);
  ExpReduction<B> reduced = reduceExp(b, b.select(b.lt(x, low), low, x));
  F32<B> y = b.add(b.f32(1.0f), expm1Reduced(b, reduced.rest));
  F32<B> power = powerOfTwo(b, b.addi(reduced.exponent, b.i32(64)));
  return canonicalizeNaN(b, b.mul(b.mul(y, power), b.f32(0x1p-64f)));
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_MATHEXPDECAY_H
