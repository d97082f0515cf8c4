//===- Formats.h - Small float formats, encoded and decoded -----*- C++ -*-===//
//
// The declared conversions between f32 and every narrow format: what a code
// means, and which code a value gets. Every target is compared with these
// functions bit for bit, so they are written to be read. Integers only: no
// result depends on the floating-point environment or on the compiler.
//
// Rules, for every format:
//  - casts round to nearest even, or stochastically, and saturate; an infinity
//    saturates like any other value that is too large;
//  - -0 and subnormals are kept; unsigned formats turn -0 and everything below
//    it into 0;
//  - every NaN becomes the one code `nanCode`, whatever its sign and payload,
//    and every NaN code decodes to the one f32 NaN 0x7FC00000.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_FORMATS_H
#define FP8_NUMERICS_FORMATS_H

#include <cstdint>
#include <cstring>

namespace mlir::fp8::numerics {

/// The only NaN that leaves a decode or an amax.
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

/// A float format narrower than f32. A code is sign, exponent, mantissa from
/// the top bit down; an unsigned format has no sign bit. "Magnitude" is a code
/// without its sign. Magnitudes are ordered as the values they stand for, so
/// the next larger value is always the next larger magnitude.
struct FormatSpec {
  const char *name;
  bool isSigned;
  int exponentBits;
  int mantissaBits;
  int bias;
  /// The magnitude of the largest finite value.
  uint32_t maxCode;
  /// The magnitude of infinity, or `nanCode` where the format has none.
  uint32_t infCode;
  /// Magnitudes above `maxCode` that are not `infCode` decode to NaN; this is
  /// the one that is written.
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

/// What a value beyond the largest finite one becomes. Storage casts saturate;
/// `arith.truncf` to bf16 and f16 follows IEEE and keeps or makes infinities,
/// which needs a format that has them.
enum class Overflow { Saturate, Infinity };

/// The code of `magnitude`, which is not NaN, split exactly in two: the largest
/// magnitude code that does not exceed it, and what is left, in units of the
/// quantum between that code and the next, as the fraction `low` / 2^`width`.
/// Codes are not limited to the format: past its largest value they go on as if
/// the exponent had more bits. Infinity counts as 2^128.
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
  // magnitude = significand * 2^(exponent - 23), and the quantum of the format
  // there is 2^(quantumExponent - mantissaBits).
  int exponent = field - 127;
  int quantumExponent = exponent < 1 - bias ? 1 - bias : exponent;
  int width = (quantumExponent - mantissaBits) - (exponent - 23);
  // Below 2^-16 of a quantum neither rounding can tell the value from one that
  // is smaller still; 40 bits hold all of a significand there.
  if (width > 40)
    return {0, significand != 0 ? 1u : 0u, 40};
  uint32_t quotient =
      static_cast<uint32_t>(static_cast<uint64_t>(significand) >> width);
  uint32_t low = static_cast<uint32_t>(
      significand & ((static_cast<uint64_t>(1) << width) - 1));
  // The hidden bit of a normal significand adds the last 1 to the exponent.
  uint32_t code = quotient + (static_cast<uint32_t>(quantumExponent + bias - 1)
                              << mantissaBits);
  return {code, low, width};
}

/// Nearest code, ties to the even one.
inline uint32_t roundNearestEven(Quanta quanta) {
  uint64_t twice = static_cast<uint64_t>(quanta.low) << 1;
  uint64_t one = static_cast<uint64_t>(1) << quanta.width;
  bool up = twice > one || (twice == one && (quanta.code & 1) != 0);
  return quanta.code + (up ? 1 : 0);
}

/// floor(y + random * 2^-16), y the magnitude in units of its quantum, exactly.
inline uint32_t roundStochastic(Quanta quanta, uint16_t random) {
  uint64_t sum = (static_cast<uint64_t>(quanta.low) << 16) +
                 (static_cast<uint64_t>(random) << quanta.width);
  bool up = (sum >> (quanta.width + 16)) != 0;
  return quanta.code + (up ? 1 : 0);
}

/// Every cast: NaN, the sign, `round` on the magnitude, overflow.
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

/// Stochastic rounding acts on the magnitude: the result is
/// sign(y) * floor(|y| + random * 2^-16). So encode(-y) is -encode(y) for the
/// same draw: no draw can push a tensor and its negation apart, a symmetric
/// distribution stays symmetric, and the code is the integer part of one
/// addition for either sign. Rounding the signed value down instead would be as
/// unbiased, but not symmetric. A representable value keeps its code for every
/// draw; saturation comes last.
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
  if (spec.bias == 127) // bf16: its subnormals are subnormals of f32.
    return floatOf(sign | (mantissa << (23 - spec.mantissaBits)));
  // A subnormal is mantissa quanta; both factors and the product are exact.
  int quantumExponent = 1 - spec.bias - spec.mantissaBits;
  float quantum = floatOf(static_cast<uint32_t>(quantumExponent + 127) << 23);
  float value = static_cast<float>(mantissa) * quantum;
  return floatOf(sign | bitsOf(value));
}

/// The largest finite value: 448, 57344, 480, 61440, 65504, 0x1.FEp127.
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

inline uint16_t encodeF16Stochastic(float value, uint16_t random,
                                    Overflow overflow = Overflow::Saturate) {
  return static_cast<uint16_t>(
      encodeBitsStochastic(value, random, f16, overflow));
}

inline float decodeBF16(uint16_t code) { return decodeBits(code, bf16); }

inline float decodeF16(uint16_t code) { return decodeBits(code, f16); }

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_FORMATS_H
