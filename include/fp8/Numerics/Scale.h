//===- Scale.h - computation of scales from amaxes --------------*- C++ -*-===//
//
// The scale multiplies before a cast, and scale_inv multiplies after a load.
// This file computes both from an amax: the common formula, the power-of-two
// scales of MX, and the delayed recipe over a history. Divisions are IEEE
// divisions, and no operations are contracted.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_SCALE_H
#define FP8_NUMERICS_SCALE_H

#include "fp8/Numerics/Formats.h"

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <optional>

namespace mlir::fp8::numerics {

struct ScaleOptions {
  /// The amax is mapped to the largest finite value * 2^-margin.
  int margin = 0;
  /// Clears the mantissa of the scale, which rounds it down to a power of two.
  /// A scale below the normal range becomes 0. This happens only for a margin
  /// of at least 8 and an amax near the largest f32.
  bool pow2 = false;
  /// A smaller amax is replaced by this value.
  float epsilon = 0.0f;
};

struct Scale {
  float scale;
  float scaleInv;
};

/// Computes a scale and its inverse. `maxFinite` is the largest finite value of
/// the target format. An amax of 0, infinity or NaN determines no scale: the
/// result is then `previous` if the recipe has a previous scale, else 1.
inline Scale computeScale(float amax, float maxFinite,
                          const ScaleOptions &options = {},
                          std::optional<float> previous = std::nullopt) {
  if (amax < options.epsilon)
    amax = options.epsilon;
  if (!(amax > 0.0f) || std::isinf(amax)) {
    float scale = previous.value_or(1.0f);
    return {scale, 1.0f / scale};
  }
  float scale = std::ldexp(maxFinite, -options.margin) / amax;
  if (std::isinf(scale))
    scale = FLT_MAX;
  if (options.pow2)
    scale = floatOf(bitsOf(scale) & 0xFF800000u);
  return {scale, 1.0f / scale};
}

//===----------------------------------------------------------------------===//
// MX: e8m0 codes, a scale_inv of 2^(code - 127)
//===----------------------------------------------------------------------===//

/// Returns the smallest e8m0 value that is not below `ratio`, which is not
/// negative. Because of rounding up, no element of the granule saturates.
///   0 .. 2^-127 -> 0x00   (2^-127, 2^-126] -> 0x01   1 -> 0x7F
///   above 2^127 and infinity -> 0xFE   NaN -> 0xFF
inline uint8_t encodeE8M0(float ratio) {
  uint32_t bits = bitsOf(ratio) & 0x7FFFFFFFu;
  if (bits > 0x7F800000u)
    return 0xFF;
  uint32_t field = bits >> 23;
  uint32_t mantissa = bits & 0x007FFFFFu;
  // 2^-127, the value of code 0, is a subnormal of f32.
  if (field == 0)
    return mantissa <= 0x00400000u ? 0 : 1;
  uint32_t code = field + (mantissa != 0 ? 1 : 0);
  return static_cast<uint8_t>(code > 0xFE ? 0xFE : code);
}

/// Returns the e8m0 code of a granule: amax / maxFinite, rounded up. An amax of
/// 0 gives code 0.
inline uint8_t computeE8M0(float amax, float maxFinite) {
  return encodeE8M0(amax / maxFinite);
}

/// Returns 2^(code - 127), or NaN for 0xFF.
inline float decodeE8M0(uint8_t code) {
  if (code == 0xFF)
    return canonicalNaN();
  return floatOf(code == 0 ? 0x00400000u : static_cast<uint32_t>(code) << 23);
}

/// Returns the factor to multiply by before the cast: 2^(127 - code), which is
/// exactly 1 / decodeE8M0(code), or NaN for 0xFF.
inline float inverseE8M0(uint8_t code) {
  return code == 0xFF ? canonicalNaN()
                      : decodeE8M0(static_cast<uint8_t>(254 - code));
}

//===----------------------------------------------------------------------===//
// Delayed scaling
//===----------------------------------------------------------------------===//

enum class AmaxAlgorithm { Max, MostRecent };

/// Performs one step of the delayed recipe for `columns` tensors, in place.
/// `history` is row-major [length][columns]. Row 0 is the live slot, and the
/// last row is the newest. For each column:
/// - last = amax, or the live slot if the amax is 0.
/// - If last is 0 (the tensor was not used), nothing changes.
/// - Otherwise the scale is computed from the window before rotation (rows 1 ..
///   length-1 and last), or from last alone. The rows move up by one, last
///   becomes the newest row, and the live slot becomes 0.
///
/// An amax that is not finite is treated as 0, because in the window it would
/// freeze the scale for `length` steps. Returns the number of such amaxes.
inline int64_t updateScales(float *history, int64_t length, int64_t columns,
                            const float *amaxes, float *scales,
                            float *scaleInvs, float maxFinite,
                            AmaxAlgorithm algorithm,
                            const ScaleOptions &options = {}) {
  int64_t numNonFinite = 0;
  for (int64_t column = 0; column < columns; ++column) {
    auto row = [&](int64_t i) -> float & {
      return history[i * columns + column];
    };
    float amax = amaxes[column];
    if (!std::isfinite(amax)) {
      ++numNonFinite;
      amax = 0.0f;
    }
    float last = amax != 0.0f ? amax : row(0);
    if (last != 0.0f) {
      float window = last;
      if (algorithm == AmaxAlgorithm::Max)
        for (int64_t i = 1; i < length; ++i)
          window = row(i) > window ? row(i) : window;
      for (int64_t i = 1; i + 1 < length; ++i)
        row(i) = row(i + 1);
      row(length - 1) = last;
      row(0) = 0.0f;
      scales[column] =
          computeScale(window, maxFinite, options, scales[column]).scale;
    }
    scaleInvs[column] = 1.0f / scales[column];
  }
  return numNonFinite;
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_SCALE_H
