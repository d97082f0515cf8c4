//===- Formats.h - encoding and decoding of small floats --------*- C++ -*-===//
//
// The declared conversions between f32 and every narrow format: the value of a
// code, and the code of a value. Every target is compared with these functions
// bit for bit, so they are written for readability. They use integer arithmetic
// only: no result depends on the floating-point environment or on the compiler.
//
// Rules for every format:
// - Casts round to nearest even, or stochastically, and saturate. An infinity
//   saturates like any other value that is too large.
// - -0 and subnormal numbers are preserved. Unsigned formats map -0 and all
//   negative values to 0.
// - Every NaN becomes the code `nanCode`, whatever its sign and payload. Every
//   NaN code decodes to the f32 NaN 0x7FC00000.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_FORMATS_H
#define FP8_NUMERICS_FORMATS_H

#include <cstdint>
#include <cstring>

namespace mlir::fp8::numerics {

/// Bits of the only NaN that a decode or an amax returns.
inline constexpr uint32_t canonicalNaNBits = 0x7FC00000u;

inline uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

inline float floatOf(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

inline float canonicalNaN() { return floatOf(canonicalNaNBits); }

inline bool isNaN(float value) {
  return (bitsOf(value) & 0x7FFFFFFFu) > 0x7F800000u;
}

/// A float format narrower than f32. From the top bit down, a code consists of
/// sign, exponent and mantissa; an unsigned format has no sign bit. The
/// "magnitude" is a code without its sign. Magnitudes have the order of the
/// values that they represent, so the next larger magnitude represents the next
/// larger value.
struct FormatSpec {
  const char *name;
  bool isSigned;
  int exponentBits;
  int mantissaBits;
  int bias;
  /// Magnitude of the largest finite value.
  uint32_t maxCode;
  /// Magnitude of infinity, or `nanCode` if the format has no infinity.
  uint32_t infCode;
  /// Magnitude of the NaN that an encode returns. All magnitudes above
  /// `maxCode` except `infCode` decode to NaN.
  uint32_t nanCode;

  constexpr bool hasInfinity() const { return infCode != nanCode; }
  constexpr int magnitudeBits() const { return exponentBits + mantissaBits; }
  constexpr uint32_t magnitudeMask() const {
    return (1u << magnitudeBits()) - 1;
  }
};

// clang-format off
//                                   name    signed  e   m  bias  max     inf     NaN
inline constexpr FormatSpec e4m3  = {"e4m3",  true,  4,  3,   7, 0x7E,   0x7F,   0x7F};
inline constexpr FormatSpec e5m2  = {"e5m2",  true,  5,  2,  15, 0x7B,   0x7C,   0x7F};
inline constexpr FormatSpec ue4m4 = {"ue4m4", false, 4,  4,   7, 0xFE,   0xFF,   0xFF};
inline constexpr FormatSpec ue5m3 = {"ue5m3", false, 5,  3,  15, 0xF7,   0xFF,   0xFF};
inline constexpr FormatSpec e4m11 = {"e4m11", true,  4, 11,   7, 0x7E7F, 0x7F00, 0x7F00};
inline constexpr FormatSpec e4m19 = {"e4m19", true,  4, 19,   7, 0x7E7FFF, 0x7F0000, 0x7F0000};
inline constexpr FormatSpec f16   = {"f16",   true,  5, 10,  15, 0x7BFF, 0x7C00, 0x7E00};
inline constexpr FormatSpec bf16  = {"bf16",  true,  8,  7, 127, 0x7F7F, 0x7F80, 0x7FC0};
// clang-format on

/// Result of a cast for values beyond the largest finite value. Storage casts
/// saturate. `arith.truncf` to bf16 and f16 follows IEEE: it preserves and
/// creates infinities, which requires a format with infinities.
enum class Overflow { Saturate, Infinity };

/// An exact decomposition of a magnitude that is not NaN. `code` is the largest
/// magnitude code whose value does not exceed it. The remainder is the fraction
/// `low` / 2^`width` of the quantum between that code and the next. Codes may
/// exceed the range of the format: they continue as if the exponent had more
/// bits. Infinity counts as 2^128.
struct Quanta {
  uint32_t code;
  uint32_t low;
  int width;
};

inline Quanta quantaOf(float magnitude, int mantissaBits, int bias) {
  uint32_t bits = bitsOf(magnitude) & 0x7FFFFFFFu;
  int field = static_cast<int>(bits >> 23);
  uint32_t significand = bits & 0x007FFFFFu;
  if (field != 0)
    significand |= 0x00800000u;
  else
    field = 1;
  // magnitude = significand * 2^(exponent - 23). The quantum of the format at
  // this exponent is 2^(quantumExponent - mantissaBits).
  int exponent = field - 127;
  int quantumExponent = exponent < 1 - bias ? 1 - bias : exponent;
  int width = (quantumExponent - mantissaBits) - (exponent - 23);
  // Both rounding modes treat all values below 2^-16 of a quantum alike, so
  // only the distinction from 0 matters. 40 bits hold such a significand.
  if (width > 40)
    return {0, significand != 0 ? 1u : 0u, 40};
  uint32_t quotient =
      static_cast<uint32_t>(static_cast<uint64_t>(significand) >> width);
  uint32_t low = static_cast<uint32_t>(
      significand & ((static_cast<uint64_t>(1) << width) - 1));
  // The hidden bit of a normal significand adds the missing 1 to the exponent.
  uint32_t code = quotient + (static_cast<uint32_t>(quantumExponent + bias - 1)
                              << mantissaBits);
  return {code, low, width};
}

/// Rounds to the nearest code, ties to the even code.
inline uint32_t roundNearestEven(Quanta quanta) {
  uint64_t twice = static_cast<uint64_t>(quanta.low) << 1;
  uint64_t one = static_cast<uint64_t>(1) << quanta.width;
  bool up = twice > one || (twice == one && (quanta.code & 1) != 0);
  return quanta.code + (up ? 1 : 0);
}

/// Returns floor(y + random * 2^-16), where y is the magnitude in units of its
/// quantum. The computation is exact.
inline uint32_t roundStochastic(Quanta quanta, uint16_t random) {
  uint64_t sum = (static_cast<uint64_t>(quanta.low) << 16) +
                 (static_cast<uint64_t>(random) << quanta.width);
  bool up = (sum >> (quanta.width + 16)) != 0;
  return quanta.code + (up ? 1 : 0);
}

/// Implements every cast: handles NaN, sign and overflow, and applies `round`
/// to the magnitude.
template <typename Round>
inline uint32_t encodeWith(float value, const FormatSpec &spec,
                           Overflow overflow, Round round) {
  if (isNaN(value))
    return spec.nanCode;
  bool negative = (bitsOf(value) >> 31) != 0;
  if (negative && !spec.isSigned)
    return 0;
  uint32_t code = round(quantaOf(value, spec.mantissaBits, spec.bias));
  if (code > spec.maxCode)
    code = overflow == Overflow::Infinity ? spec.infCode : spec.maxCode;
  uint32_t sign = negative ? 1u << spec.magnitudeBits() : 0;
  return sign | code;
}

inline uint32_t encodeBits(float value, const FormatSpec &spec,
                           Overflow overflow = Overflow::Saturate) {
  return encodeWith(value, spec, overflow, roundNearestEven);
}

/// Rounds the magnitude stochastically: returns sign(y) * floor(|y| + random *
/// 2^-16). With the same random bits, encode(-y) is -encode(y). A tensor and
/// its negation therefore never diverge, a symmetric distribution stays
/// symmetric, and the code is the integer part of one addition for both signs.
/// Rounding the signed value down would also be unbiased, but not symmetric. A
/// representable value keeps its code for all random bits. Saturation is
/// applied last.
inline uint32_t encodeBitsStochastic(float value, uint16_t random,
                                     const FormatSpec &spec,
                                     Overflow overflow = Overflow::Saturate) {
  return encodeWith(value, spec, overflow, [=](Quanta quanta) {
    return roundStochastic(quanta, random);
  });
}

inline float decodeBits(uint32_t code, const FormatSpec &spec) {
  uint32_t magnitude = code & spec.magnitudeMask();
  if (magnitude > spec.maxCode &&
      !(spec.hasInfinity() && magnitude == spec.infCode))
    return canonicalNaN();
  bool negative = spec.isSigned && ((code >> spec.magnitudeBits()) & 1) != 0;
  uint32_t sign = negative ? 0x80000000u : 0;
  if (magnitude > spec.maxCode)
    return floatOf(sign | 0x7F800000u);
  uint32_t field = magnitude >> spec.mantissaBits;
  uint32_t mantissa = magnitude & ((1u << spec.mantissaBits) - 1);
  if (field != 0)
    return floatOf(
        sign |
        (static_cast<uint32_t>(static_cast<int>(field) - spec.bias + 127)
         << 23) |
        (mantissa << (23 - spec.mantissaBits)));
  if (spec.bias == 127) // bf16 subnormals are f32 subnormals.
    return floatOf(sign | (mantissa << (23 - spec.mantissaBits)));
  // A subnormal is `mantissa` quanta. Both factors and the product are exact.
  int quantumExponent = 1 - spec.bias - spec.mantissaBits;
  float quantum = floatOf(static_cast<uint32_t>(quantumExponent + 127) << 23);
  float value = static_cast<float>(mantissa) * quantum;
  return floatOf(sign | bitsOf(value));
}

/// Returns the largest finite value: 448, 57344, 480, 61440, 65504, 0x1.FEp127.
inline float maxFinite(const FormatSpec &spec) {
  return decodeBits(spec.maxCode, spec);
}

//===----------------------------------------------------------------------===//
// The 8-bit formats
//===----------------------------------------------------------------------===//

inline uint8_t encode(float value, const FormatSpec &spec) {
  return static_cast<uint8_t>(encodeBits(value, spec));
}

inline uint8_t encodeStochastic(float value, uint16_t random,
                                const FormatSpec &spec) {
  return static_cast<uint8_t>(encodeBitsStochastic(value, random, spec));
}

inline float decode(uint8_t code, const FormatSpec &spec) {
  return decodeBits(code, spec);
}

//===----------------------------------------------------------------------===//
// bf16 and f16
//===----------------------------------------------------------------------===//

inline uint16_t encodeBF16(float value,
                           Overflow overflow = Overflow::Saturate) {
  return static_cast<uint16_t>(encodeBits(value, bf16, overflow));
}

inline uint16_t encodeF16(float value, Overflow overflow = Overflow::Saturate) {
  return static_cast<uint16_t>(encodeBits(value, f16, overflow));
}

inline uint16_t encodeBF16Stochastic(float value, uint16_t random,
                                     Overflow overflow = Overflow::Saturate) {
  return static_cast<uint16_t>(
      encodeBitsStochastic(value, random, bf16, overflow));
}

inline float decodeBF16(uint16_t code) { return decodeBits(code, bf16); }

inline float decodeF16(uint16_t code) { return decodeBits(code, f16); }

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_FORMATS_H
