//===- Math.h - elementary functions for all targets ------------*- C++ -*-===//
//
// The f32 functions that every target computes with the same arithmetic: the
// templates of Math*.h, evaluated on floats. --fp8-expand-math emits the same
// templates as ops, so its results are equal bit for bit. The functions use no
// libm, no tables and no branches. Special cases follow C99, annex F, with a
// single NaN.
//
// Compile with contraction off (see MathBuilder.h) and with subnormals enabled.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_MATH_H
#define FP8_NUMERICS_MATH_H

#include "fp8/Numerics/MathAtan.h"
#include "fp8/Numerics/MathErf.h"
#include "fp8/Numerics/MathExp.h"
#include "fp8/Numerics/MathLog.h"
#include "fp8/Numerics/MathPow.h"
#include "fp8/Numerics/MathRemainder.h"
#include "fp8/Numerics/MathTrig.h"

namespace mlir::fp8::numerics {

inline float expF32(float x) {
  FloatBuilder b;
  return expandExp(b, x);
}
inline float exp2F32(float x) {
  FloatBuilder b;
  return expandExp2(b, x);
}
inline float expm1F32(float x) {
  FloatBuilder b;
  return expandExpm1(b, x);
}
inline float logF32(float x) {
  FloatBuilder b;
  return expandLog(b, x);
}
inline float log1pF32(float x) {
  FloatBuilder b;
  return expandLog1p(b, x);
}
inline float log2F32(float x) {
  FloatBuilder b;
  return expandLog2(b, x);
}
inline float log10F32(float x) {
  FloatBuilder b;
  return expandLog10(b, x);
}
inline float powF32(float x, float y) {
  FloatBuilder b;
  return expandPow(b, x, y);
}
inline float rsqrtF32(float x) {
  FloatBuilder b;
  return expandRsqrt(b, x);
}
inline float tanhF32(float x) {
  FloatBuilder b;
  return expandTanh(b, x);
}
inline float erfF32(float x) {
  FloatBuilder b;
  return expandErf(b, x);
}
inline float erfcF32(float x) {
  FloatBuilder b;
  return expandErfc(b, x);
}
inline float sinF32(float x) {
  FloatBuilder b;
  return expandSin(b, x);
}
inline float cosF32(float x) {
  FloatBuilder b;
  return expandCos(b, x);
}
inline float atanF32(float x) {
  FloatBuilder b;
  return expandAtan(b, x);
}
inline float atan2F32(float y, float x) {
  FloatBuilder b;
  return expandAtan2(b, y, x);
}
inline float cbrtF32(float x) {
  FloatBuilder b;
  return expandCbrt(b, x);
}
inline float remF32(float x, float y) {
  FloatBuilder b;
  return expandRem(b, x, y);
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_MATH_H
