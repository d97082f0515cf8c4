//===- Minifloat.h - the conversions that PTX has in hardware ---*- C++ -*-===//
//
// cvt of PTX ISA 9.0 between f32 and the small formats. Round to nearest even
// unless stated; a NaN result is the format's canonical one.
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
  /// Code of infinity, or 0 where there is none.
  uint32_t infinityCode;
  uint32_t nanCode;

  int bias() const { return (1 << (exponentBits - 1)) - 1; }
  int signBit() const { return exponentBits + mantissaBits; }
};

inline constexpr MinifloatFormat kE4M3 = {4, 3, 0x7e, 0, 0x7f};
inline constexpr MinifloatFormat kE5M2 = {5, 2, 0x7b, 0x7c, 0x7f};
inline constexpr MinifloatFormat kF16 = {5, 10, 0x7bff, 0x7c00, 0x7fff};
inline constexpr MinifloatFormat kBF16 = {8, 7, 0x7f7f, 0x7f80, 0x7fff};

/// `f32` as bits. With `saturate`, what is too large or infinite becomes the
/// largest finite value; without, infinity.
uint32_t encode(const MinifloatFormat &format, uint32_t f32, bool saturate);

/// The value of `code` as f32 bits, exact.
uint32_t decode(const MinifloatFormat &format, uint32_t code);

/// ue8m0: the power of two at or below (toward zero) or at or above (up).
uint32_t encodeScale(uint32_t f32, bool up, bool saturate);

} // namespace fp8sim

#endif // FP8_LIB_SIM_MINIFLOAT_H
