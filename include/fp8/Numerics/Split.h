//===- Split.h - e4m3 with an integer residual ------------------*- C++ -*-===//
//
// split<k>, k = 8 or 16. A value is rounded once, to a float with the exponents
// of e4m3 and 3 + k bits of mantissa (e4m11 or e4m19). Its code is stored as
// the nearest e4m3 code, which a GEMM can read, and the difference, a signed
// k-bit integer. The split uses integer arithmetic only, so it is lossless. The
// caller applies the scale: `value` has already been multiplied by it.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_SPLIT_H
#define FP8_NUMERICS_SPLIT_H

#include "fp8/Numerics/Formats.h"

#include <cstdint>

namespace mlir::fp8::numerics {

struct SplitCode {
  /// e4m3 code. It has the sign even if its magnitude is 0.
  uint8_t main;
  /// Residual in [-2^(k-1), 2^(k-1) - 1].
  int16_t residual;
};

/// Returns the format of the whole codes. Its largest code is the largest code
/// whose main part, rounded to nearest, is not NaN.
inline const FormatSpec &splitFormat(int k) { return k == 8 ? e4m11 : e4m19; }
inline uint32_t maxSplitCode(int k) { return splitFormat(k).maxCode; }

/// Splits a whole code in two. Main is rounded to nearest, ties away from zero.
inline SplitCode splitCode(uint32_t code, int k) {
  uint32_t magnitude = code & splitFormat(k).magnitudeMask();
  uint32_t main = (magnitude + (1u << (k - 1))) >> k;
  int32_t residual =
      static_cast<int32_t>(magnitude) - static_cast<int32_t>(main << k);
  uint32_t sign = (code >> k) & 0x80;
  return {static_cast<uint8_t>(sign | main), static_cast<int16_t>(residual)};
}

/// Returns the whole code. For a residual that does not match its main code,
/// returns an arbitrary code.
inline uint32_t joinCode(SplitCode split, int k) {
  int32_t magnitude =
      static_cast<int32_t>((split.main & 0x7Fu) << k) + split.residual;
  uint32_t sign = (split.main & 0x80u) << k;
  return (static_cast<uint32_t>(magnitude) & splitFormat(k).magnitudeMask()) |
         sign;
}

inline SplitCode encodeSplit(float value, int k) {
  return splitCode(encodeBits(value, splitFormat(k)), k);
}

/// Rounds the magnitude stochastically, as encodeStochastic does.
inline SplitCode encodeSplitStochastic(float value, uint16_t random, int k) {
  return splitCode(encodeBitsStochastic(value, random, splitFormat(k)), k);
}

/// Returns true if an encoder can have produced `split`. Loaded states are
/// checked: a residual that does not match its main code represents no value.
inline bool isValidSplit(SplitCode split, int k) {
  int32_t main = split.main & 0x7F;
  if (main == e4m3.nanCode)
    return true;
  int32_t code = (main << k) + split.residual;
  int32_t half = 1 << (k - 1);
  return split.residual >= -half && split.residual < half && code >= 0 &&
         code <= static_cast<int32_t>(maxSplitCode(k));
}

/// Decodes a split. Every main code of magnitude 0x7F is NaN, whatever its
/// residual: whole codes that round to it are above the largest code.
inline float decodeSplit(SplitCode split, int k) {
  if ((split.main & 0x7F) == e4m3.nanCode)
    return canonicalNaN();
  return decodeBits(joinCode(split, k), splitFormat(k));
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_SPLIT_H
