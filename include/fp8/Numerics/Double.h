//===- Double.h - conversion of f64 to narrow formats -----------*- C++ -*-===//

#ifndef FP8_NUMERICS_DOUBLE_H
#define FP8_NUMERICS_DOUBLE_H

#include "fp8/Numerics/Formats.h"

#include <cmath>

namespace mlir::fp8::numerics {

/// Rounds to odd. If the result is rounded again, to a format with at most 22
/// bits of significand, the outcome is the same as after a single rounding.
inline float roundToOddF32(double value) {
  float nearest = static_cast<float>(value);
  double error = value - static_cast<double>(nearest);
  uint32_t bits = bitsOf(nearest);
  if (std::isinf(nearest) && !std::isinf(value)) // Overflowed to infinity.
    return floatOf(bits - 1);
  if (error == 0 || std::isnan(value) || std::isinf(value) || (bits & 1))
    return nearest;
  bool isBelow = (error > 0) == (value > 0); // |nearest| < |value|
  return floatOf(bits + (isBelow ? 1 : -1));
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_DOUBLE_H
