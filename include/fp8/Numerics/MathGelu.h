//===- MathGelu.h - activations of contractions -----------------*- C++ -*-===//

#ifndef FP8_NUMERICS_MATHGELU_H
#define FP8_NUMERICS_MATHGELU_H

#include "fp8/Numerics/MathErf.h"
#include "fp8/Numerics/MathExp.h"

namespace mlir::fp8::numerics {

/// Computes (x/2) (1 + erf(x sqrt(1/2))).
template <typename B>
F32<B> expandGelu(B &b, F32<B> x) {
  F32<B> erf = expandErf(b, b.mul(x, b.f32(0x1.6a09e6p-1f)));
  return b.mul(b.mul(b.f32(0.5f), x), b.add(b.f32(1.0f), erf));
}

/// Computes (x/2) (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))).
template <typename B>
F32<B> expandGeluTanh(B &b, F32<B> x) {
  F32<B> cube = b.mul(b.mul(x, x), x);
  F32<B> inner = b.add(x, b.mul(b.f32(0.044715f), cube));
  F32<B> tanh = expandTanh(b, b.mul(b.f32(0x1.988454p-1f), inner));
  return b.mul(b.mul(b.f32(0.5f), x), b.add(b.f32(1.0f), tanh));
}

inline float geluF32(float x) {
  FloatBuilder b;
  return expandGelu(b, x);
}
inline float geluTanhF32(float x) {
  FloatBuilder b;
  return expandGeluTanh(b, x);
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_MATHGELU_H
