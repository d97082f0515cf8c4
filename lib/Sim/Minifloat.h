//===- Minifloat.h - conversions that PTX has in hardware -------*- C++ -*-===//
//
// The cvt instruction of PTX ISA 9.0 between f32 and the small formats. Rounds
// to nearest even unless stated otherwise. A NaN result is the canonical NaN of
// the format.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_SIM_MINIFLOAT_H
#define FP8_LIB_SIM_MINIFLOAT_H

#include <cstdint>

namespace fp8sim {

/// A small float with a sign.
struct MinifloatFormat {
  int exponentBits;
  int mantissaBits;
  /// Largest finite magnitude, as a code without sign.
  uint32_t maxCode;
  /// Code of infinity, or 0 if the format has no infinity.
  uint32_t infinityCode;
  uint32_t nanCode;

  int bias() const { return (1 << (exponentBits - 1)) - 1; }
  int signBit() const { return exponentBits + mantissaBits; }
};

inline constexpr MinifloatFormat kE4M3 = {4, 3, 0x7e, 0, 0x7f};
inline constexpr MinifloatFormat kE5M2 = {5, 2, 0x7b, 0x7c, 0x7f};
inline constexpr MinifloatFormat kF16 = {5, 10, 0x7bff, 0x7c00, 0x7fff};
inline constexpr MinifloatFormat kBF16 = {8, 7, 0x7f7f, 0x7f80, 0x7fff};

/// Encodes `f32`, given as bits. A value that is too large, or infinite,
/// becomes the largest finite value if `saturate` is set, and infinity
/// otherwise.
uint32_t encode(const MinifloatFormat &format, uint32_t f32, bool saturate);

/// Decodes `code` to f32 bits, exactly.
uint32_t decode(const MinifloatFormat &format, uint32_t code);

/// Encodes a ue8m0 scale: the power of two at or above the value if `up` is
/// set, at or below it otherwise.
uint32_t encodeScale(uint32_t f32, bool up, bool saturate);

} // namespace fp8sim

#endif // FP8_LIB_SIM_MINIFLOAT_H
