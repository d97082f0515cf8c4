//===- Init.h - initial values ----------------------------------*- C++ -*-===//
//
// Computes the value of an element for fp8.init from 32 random bits. The bits
// depend only on the position of the element in the whole tensor. One bit is
// the sign of the deviation from the center. The other 31 bits are its rank, so
// that the tails have the same resolution as the middle.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_INIT_H
#define FP8_NUMERICS_INIT_H

#include "fp8/Numerics/Draws.h"
#include "fp8/Numerics/MathErf.h"
#include "fp8/Numerics/MathExp.h"
#include "fp8/Numerics/MathNormal.h"

#include <cmath>

namespace mlir::fp8::numerics {

/// Returns the 32 random bits of element `index`: word index % 4 of the block
/// index / 4, for use `init`. 16 bits would be too coarse for trainable values.
inline uint32_t initialBits(uint32_t seed, uint32_t stream, uint64_t index) {
  return drawWord(seed, stream, index, /*step=*/0, use::init);
}

enum class InitialKind { Constant, Uniform, Normal };

/// Parameters of the formula that computes an initial element: a constant, or a
/// distribution.
struct InitialValues {
  InitialKind kind = InitialKind::Constant;
  float center = 0.0f;
  /// Half the width of a uniform distribution, or the standard deviation of a
  /// normal distribution before truncation.
  float spread = 0.0f;
  /// A truncated normal distribution ends at `limit` deviations, which a normal
  /// number exceeds with probability `tail`. For other distributions, infinity
  /// and 0.
  float limit = HUGE_VALF;
  float tail = 0.0f;

  static InitialValues constant(float value) {
    return {InitialKind::Constant, value};
  }
  static InitialValues uniform(float low, float high) {
    // The halves are subtracted because high - low may overflow.
    float spread = 0.5f * high - 0.5f * low;
    return {InitialKind::Uniform, low + spread, spread};
  }
  static InitialValues normal(float mean, float deviation) {
    return {InitialKind::Normal, mean, deviation};
  }
  static InitialValues truncatedNormal(float mean, float deviation,
                                       float limit) {
    FloatBuilder b;
    float tail = 0.5f * expandErfc(b, limit * 0x1.6a09e6p-1f);
    return {InitialKind::Normal, mean, deviation, limit, tail};
  }
};

/// Returns the standard deviation of a standard normal number truncated at
/// `limit`.
inline float truncatedDeviation(float limit) {
  FloatBuilder b;
  float tail = 0.5f * expandErfc(b, limit * 0x1.6a09e6p-1f);
  // The density at the limit: exp(-limit^2 / 2) / sqrt(2 pi).
  float density = expandExp(b, -0.5f * limit * limit) * 0x1.988454p-2f;
  return std::sqrt(1.0f - 2.0f * limit * density / (1.0f - 2.0f * tail));
}

/// Computes the value of an element with the random bits `bits`.
template <typename B>
F32<B> expandInitialValue(B &b, const InitialValues &values, I32<B> bits) {
  if (values.kind == InitialKind::Constant)
    return b.f32(values.center);
  F32<B> rank = b.toFloat(b.andi(bits, b.i32(INT32_MAX)));
  F32<B> deviation;
  if (values.kind == InitialKind::Uniform) {
    deviation = b.fma(rank, b.f32(0x1p-31f), b.f32(0x1p-32f));
  } else {
    F32<B> p = b.fma(rank, b.f32(0x1p-32f), b.f32(0x1p-33f));
    if (values.tail != 0.0f)
      p = b.fma(p, b.f32(1.0f - 2.0f * values.tail), b.f32(values.tail));
    // Rounding errors may move p beyond the middle or the limit.
    p = b.select(b.gt(p, b.f32(0.5f)), b.f32(0.5f), p);
    deviation = expandNormalQuantile(b, p);
    if (values.limit < HUGE_VALF)
      deviation = b.select(b.gt(deviation, b.f32(values.limit)),
                           b.f32(values.limit), deviation);
  }
  I32<B> sign = b.andi(bits, b.i32(INT32_MIN));
  deviation = b.fromBits(b.ori(b.toBits(deviation), sign));
  return b.fma(deviation, b.f32(values.spread), b.f32(values.center));
}

/// Returns the initial value of element `index` of the whole tensor.
inline float initialValue(const InitialValues &values, uint32_t seed,
                          uint32_t stream, uint64_t index) {
  FloatBuilder b;
  uint32_t bits = values.kind == InitialKind::Constant
                      ? 0
                      : initialBits(seed, stream, index);
  return expandInitialValue(b, values, static_cast<int32_t>(bits));
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_INIT_H
