//===- Minifloat.cpp - conversions that PTX has in hardware ---------------===//

#include "Minifloat.h"
#include "FloatBits.h"
#include "llvm/ADT/bit.h"

using namespace fp8sim;

/// Returns `value` / 2^shift, rounded to nearest, ties to even.
static uint64_t shiftRound(uint64_t value, int shift) {
  if (shift <= 0)
    return value << -shift;
  if (shift > 62)
    return 0;
  uint64_t half = (uint64_t(1) << (shift - 1)) - 1;
  return (value + half + (value >> shift & 1)) >> shift;
}

uint32_t fp8sim::encode(const MinifloatFormat &format, uint32_t f32,
                        bool saturate) {
  // e4m3 has one NaN per sign. Like for other formats, cvt returns the positive
  // NaN.
  uint32_t magnitude = f32 & kAbs;
  if (magnitude > kInfinity)
    return format.nanCode;
  uint32_t sign = (f32 >> 31) << format.signBit();
  uint32_t overflow =
      saturate || !format.infinityCode ? format.maxCode : format.infinityCode;
  if (magnitude == kInfinity)
    return sign | overflow;
  // magnitude = mantissa * 2^(exponent - 150), also for subnormals.
  int exponent = magnitude >> 23;
  uint64_t mantissa = magnitude & 0x7fffff;
  if (exponent)
    mantissa |= 0x800000;
  else
    exponent = 1;
  int target = exponent - 127 + format.bias();
  // Numbers below the smallest normal number have the quantum of exponent 1.
  int shift = 23 - format.mantissaBits + (target < 1 ? 1 - target : 0);
  uint64_t code = shiftRound(mantissa, shift);
  // The implicit bit adds one to an exponent field of target - 1, and a
  // mantissa that rounds up to the next power of two carries into it.
  if (target > 1)
    code += uint64_t(target - 1) << format.mantissaBits;
  return sign | uint32_t(code > format.maxCode ? overflow : code);
}

uint32_t fp8sim::decode(const MinifloatFormat &format, uint32_t code) {
  uint32_t sign = (code >> format.signBit() & 1) << 31;
  uint32_t magnitude = code & ((1u << format.signBit()) - 1);
  if (magnitude > format.maxCode)
    return magnitude == format.infinityCode ? sign | kInfinity : kNaN;
  uint32_t mantissa = magnitude & ((1u << format.mantissaBits) - 1);
  int exponent = magnitude >> format.mantissaBits;
  if (exponent == 0) {
    if (mantissa == 0)
      return sign;
    // bf16 subnormals are f32 subnormals. Subnormals of other formats become
    // normal.
    if (format.bias() == 127)
      return sign | mantissa << (23 - format.mantissaBits);
    int shift = format.mantissaBits - (31 - llvm::countl_zero(mantissa));
    mantissa = mantissa << shift & ((1u << format.mantissaBits) - 1);
    exponent = 1 - shift;
  }
  return sign | uint32_t(exponent - format.bias() + 127) << 23 |
         mantissa << (23 - format.mantissaBits);
}

uint32_t fp8sim::encodeScale(uint32_t f32, bool up, bool saturate) {
  uint32_t magnitude = f32 & kAbs;
  if (magnitude > kInfinity)
    return 0xff;
  if (magnitude == kInfinity)
    return saturate ? 0xfe : 0xff;
  // The code equals the exponent field: 2^(code - 127). Code 0 is 2^-127, with
  // the f32 bits 0x00400000.
  uint32_t code = magnitude >> 23;
  if (up)
    code += code == 0 ? magnitude > 0x400000 : (magnitude & 0x7fffff) != 0;
  return code > 0xfe ? (saturate ? 0xfe : 0xff) : code;
}
