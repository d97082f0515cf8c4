//===- Split.h - e4m3 with an integer remainder -----------------*- C++ -*-===//
//
// split<k>, k = 8 or 16: a value is rounded once, to the float with the
// exponents of e4m3 and 3 + k bits of mantissa; its code is stored as the
// nearest e4m3 code, ready for a GEMM, and what is left of it, a signed k-bit
// integer. Integers only, so nothing is lost between the two. The scale is the
// caller's: `value` is already multiplied by it.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_SPLIT_H
#define FP8_NUMERICS_SPLIT_H

#include "fp8/Numerics/Formats.h"

#include <cstdint>

namespace mlir::fp8::numerics {

struct SplitCode {
  /// e4m3; carries the sign even if its magnitude is 0.
  uint8_t main;
  /// In [-2^(k-1), 2^(k-1) - 1].
  int16_t residual;
};

/// The largest whole code: one more would round main up to the NaN code.
inline uint32_t maxSplitCode(int k) {
  return (static_cast<uint32_t>(e4m3.maxCode) << k) + (1u << (k - 1)) - 1;
}

template <typename Round>
inline SplitCode encodeSplitWith(float value, int k, Round round) {
  if (isNaN(value))
    return {static_cast<uint8_t>(e4m3.nanCode), 0};
  uint32_t code = round(quantaOf(value, e4m3.mantissaBits + k, e4m3.bias));
  if (code > maxSplitCode(k))
    code = maxSplitCode(k);
  // To nearest, ties away from zero.
  uint32_t main = (code + (1u << (k - 1))) >> k;
  int32_t residual =
      static_cast<int32_t>(code) - static_cast<int32_t>(main << k);
  uint32_t sign = (bitsOf(value) >> 31) << 7;
  return {static_cast<uint8_t>(sign | main), static_cast<int16_t>(residual)};
}

inline SplitCode encodeSplit(float value, int k) {
  return encodeSplitWith(value, k, roundNearestEven);
}

/// On the magnitude, as encodeStochastic.
inline SplitCode encodeSplitStochastic(float value, uint16_t random, int k) {
  return encodeSplitWith(
      value, k, [=](Quanta quanta) { return roundStochastic(quanta, random); });
}

/// Whether an encode can have written `split`. Loaded state is checked: a
/// remainder that does not belong to its main stands for no value.
inline bool isValidSplit(SplitCode split, int k) {
  int32_t main = split.main & 0x7F;
  if (main == e4m3.nanCode)
    return true;
  int32_t code = (main << k) + split.residual;
  int32_t half = 1 << (k - 1);
  return split.residual >= -half && split.residual < half && code >= 0 &&
         code <= static_cast<int32_t>(maxSplitCode(k));
}

/// Every main of magnitude 0x7F is NaN, whatever its residual.
inline float decodeSplit(SplitCode split, int k) {
  int32_t main = split.main & 0x7F;
  if (main == e4m3.nanCode)
    return canonicalNaN();
  auto code = static_cast<uint32_t>((main << k) + split.residual);
  int mantissaBits = e4m3.mantissaBits + k;
  uint32_t field = code >> mantissaBits;
  uint32_t mantissa = code & ((1u << mantissaBits) - 1);
  // mantissa and hidden bit, times the quantum of the exponent: all exact.
  uint32_t significand =
      field != 0 ? mantissa | (1u << mantissaBits) : mantissa;
  int exponent = (field != 0 ? static_cast<int>(field) : 1) - e4m3.bias;
  float quantum =
      floatOf(static_cast<uint32_t>(exponent - mantissaBits + 127) << 23);
  float magnitude = static_cast<float>(significand) * quantum;
  uint32_t sign = static_cast<uint32_t>(split.main >> 7) << 31;
  return floatOf(sign | bitsOf(magnitude));
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_SPLIT_H
