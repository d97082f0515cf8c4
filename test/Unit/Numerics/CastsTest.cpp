//===- CastsTest.cpp - Casts against APFloat ------------------------------===//
//
// APFloat implements the signed formats, without saturation and without a
// canonical NaN; the model below adds both. The unsigned formats are compared
// with a search over all codes.
//
//===----------------------------------------------------------------------===//

#include "TestUtils.h"
#include "fp8/Numerics/Scale.h"

#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace llvm;
using namespace mlir::fp8::numerics;
using namespace mlir::fp8::numerics::test;

namespace {

constexpr uint64_t seed = 20240607;

/// Returns `value` rounded by APFloat, saturated and with one NaN.
uint16_t expectedCode(float value, const FormatSpec &spec,
                      const fltSemantics &semantics, Overflow overflow) {
  if (std::isnan(value))
    return spec.nanCode;
  bool losesInfo;
  APFloat number(value);
  number.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  if (number.isFinite())
    return static_cast<uint16_t>(number.bitcastToAPInt().getZExtValue());
  uint32_t sign = std::signbit(value) ? 1u << spec.magnitudeBits() : 0;
  bool keeps = overflow == Overflow::Infinity;
  return static_cast<uint16_t>(sign | (keeps ? spec.infCode : spec.maxCode));
}

struct SignedFormat {
  const FormatSpec &spec;
  const fltSemantics &semantics;
};

const SignedFormat signedFormats[] = {
    {e4m3, APFloat::Float8E4M3FN()},
    {e5m2, APFloat::Float8E5M2()},
    {f16, APFloat::IEEEhalf()},
    {bf16, APFloat::BFloat()},
};

void expectCast(float value, const SignedFormat &format) {
  for (Overflow overflow : {Overflow::Saturate, Overflow::Infinity}) {
    if (overflow == Overflow::Infinity && !format.spec.hasInfinity())
      continue;
    ASSERT_EQ(encodeBits(value, format.spec, overflow),
              expectedCode(value, format.spec, format.semantics, overflow))
        << format.spec.name << " of 0x" << std::hex << bitsOf(value);
  }
}

TEST(Casts, InterestingValues) {
  for (const SignedFormat &format : signedFormats)
    for (float value : interestingValues(format.spec))
      expectCast(value, format);
}

TEST(Casts, RandomBits) {
  SCOPED_TRACE(seed);
  Random random{seed};
  for (int i = 0; i < 1000000; ++i) {
    float value = random.nextFloat();
    for (const SignedFormat &format : signedFormats)
      expectCast(value, format);
  }
}

TEST(Casts, DecodeEveryCode) {
  for (const SignedFormat &format : signedFormats) {
    const FormatSpec &spec = format.spec;
    uint32_t numCodes = 2u << spec.magnitudeBits();
    for (uint32_t code = 0; code < numCodes; ++code) {
      APFloat number(format.semantics, APInt(spec.magnitudeBits() + 1, code));
      bool losesInfo;
      number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                     &losesInfo);
      uint32_t expected =
          number.isNaN() ? canonicalNaNBits : bitsOf(number.convertToFloat());
      ASSERT_EQ(bitsOf(decodeBits(static_cast<uint16_t>(code), spec)), expected)
          << spec.name << " code " << code;
    }
  }
}

/// Returns the value of a code without sign, computed from its fields.
double getUnsignedValue(uint32_t code, const FormatSpec &spec) {
  int field = static_cast<int>(code >> spec.mantissaBits);
  double mantissa = code & ((1u << spec.mantissaBits) - 1);
  double fraction = std::ldexp(mantissa, -spec.mantissaBits);
  return field == 0 ? std::ldexp(fraction, 1 - spec.bias)
                    : std::ldexp(1 + fraction, field - spec.bias);
}

// APFloat has no unsigned formats, so compare with their definition.
TEST(Casts, DecodeEveryUnsignedCode) {
  for (const FormatSpec &spec : {ue4m4, ue5m3})
    for (uint32_t code = 0; code < 256; ++code) {
      float actual = decode(static_cast<uint8_t>(code), spec);
      if (code > spec.maxCode)
        ASSERT_EQ(bitsOf(actual), canonicalNaNBits) << spec.name << code;
      else
        ASSERT_EQ(actual, getUnsignedValue(code, spec)) << spec.name << code;
    }
}

TEST(Casts, DecodeEveryScaleCode) {
  for (uint32_t code = 0; code < 256; ++code) {
    APFloat number(APFloat::Float8E8M0FNU(), APInt(8, code));
    bool losesInfo;
    number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    uint32_t expected =
        number.isNaN() ? canonicalNaNBits : bitsOf(number.convertToFloat());
    ASSERT_EQ(bitsOf(decodeE8M0(static_cast<uint8_t>(code))), expected) << code;
    if (code != 0xFF) {
      ASSERT_EQ(encodeE8M0(floatOf(expected)), code);
      ASSERT_EQ(inverseE8M0(static_cast<uint8_t>(code)) * floatOf(expected),
                1.0f);
    }
  }
}

// Scales are rounded up to a power of two. frexp gives x = f * 2^e with f in
// [0.5, 1).
TEST(Casts, EncodeEveryExponentAsScale) {
  for (uint32_t field = 0; field < 255; ++field)
    for (uint32_t mantissa = 0; mantissa < 1u << 23;
         mantissa += mantissa < 64 || mantissa > 0x7FFF00 ? 1 : 8191) {
      float value = floatOf(field << 23 | mantissa);
      int exponent = 0;
      bool isPower = std::frexp(value, &exponent) == 0.5f;
      int up = isPower ? exponent - 1 : exponent;
      int expected = value == 0 ? 0 : std::min(std::max(up, -127), 127) + 127;
      ASSERT_EQ(encodeE8M0(value), expected) << std::hexfloat << value;
    }
  EXPECT_EQ(encodeE8M0(HUGE_VALF), 0xFE);
  EXPECT_EQ(encodeE8M0(NAN), 0xFF);
}

TEST(Casts, EveryCodeComesBack) {
  for (const FormatSpec &spec : {e4m3, e5m2, ue4m4, ue5m3, f16, bf16}) {
    uint32_t numCodes = 1u << (spec.magnitudeBits() + (spec.isSigned ? 1 : 0));
    for (uint32_t code = 0; code < numCodes; ++code) {
      float value = decodeBits(static_cast<uint16_t>(code), spec);
      uint32_t magnitude = code & spec.magnitudeMask();
      uint32_t expected = code;
      if (std::isnan(value))
        expected = spec.nanCode;
      else if (magnitude > spec.maxCode)
        expected = (code ^ magnitude) | spec.maxCode; // infinity
      ASSERT_EQ(encodeBits(value, spec), expected)
          << spec.name << " code " << code;
    }
  }
}

/// Returns the nearest code, found by a search over all codes.
uint8_t nearestOfAllCodes(float value, const FormatSpec &spec) {
  if (std::isnan(value))
    return spec.nanCode;
  if (!(value > 0))
    return 0;
  if (value >= maxFinite(spec))
    return static_cast<uint8_t>(spec.maxCode);
  uint32_t low = 0;
  while (decode(static_cast<uint8_t>(low + 1), spec) <= value)
    ++low;
  // Exact in double.
  double below =
      value - static_cast<double>(decode(static_cast<uint8_t>(low), spec));
  double above =
      static_cast<double>(decode(static_cast<uint8_t>(low + 1), spec)) - value;
  bool isUp = above < below || (above == below && low % 2 == 1);
  return static_cast<uint8_t>(low + (isUp ? 1 : 0));
}

TEST(Casts, Unsigned) {
  SCOPED_TRACE(seed);
  Random random{seed};
  for (const FormatSpec &spec : {ue4m4, ue5m3}) {
    std::vector<float> values = interestingValues(spec);
    for (int i = 0; i < 100000; ++i)
      values.push_back(random.nextFloat());
    for (float value : values)
      ASSERT_EQ(encode(value, spec), nearestOfAllCodes(value, spec))
          << spec.name << " of 0x" << std::hex << bitsOf(value);
  }
}

TEST(Casts, SpecialCodes) {
  EXPECT_EQ(maxFinite(e4m3), 448.0f);
  EXPECT_EQ(maxFinite(e5m2), 57344.0f);
  EXPECT_EQ(maxFinite(ue4m4), 480.0f);
  EXPECT_EQ(maxFinite(ue5m3), 61440.0f);
  EXPECT_EQ(maxFinite(f16), 65504.0f);
  EXPECT_EQ(maxFinite(bf16), 0x1.FEp127f);

  float infinity = HUGE_VALF;
  EXPECT_EQ(encode(-infinity, e4m3), 0xFE);
  EXPECT_EQ(encode(-infinity, e5m2), 0xFB);
  EXPECT_EQ(encode(infinity, ue4m4), 0xFE);
  EXPECT_EQ(encode(infinity, ue5m3), 0xF7);
  EXPECT_EQ(encode(-infinity, ue4m4), 0);
  EXPECT_EQ(encodeF16(infinity), 0x7BFF);
  EXPECT_EQ(encodeBF16(-infinity), 0xFF7F);
  EXPECT_EQ(encodeF16(65520.0f, Overflow::Infinity), 0x7C00);
  EXPECT_EQ(encodeBF16(-infinity, Overflow::Infinity), 0xFF80);

  for (float nan : {floatOf(0x7FC00000), floatOf(0xFFFFFFFF),
                    floatOf(0x7F800001), floatOf(0xFF800001)}) {
    EXPECT_EQ(encode(nan, e4m3), 0x7F);
    EXPECT_EQ(encode(nan, e5m2), 0x7F);
    EXPECT_EQ(encode(nan, ue4m4), 0xFF);
    EXPECT_EQ(encode(nan, ue5m3), 0xFF);
    EXPECT_EQ(encodeF16(nan), 0x7E00);
    EXPECT_EQ(encodeBF16(nan), 0x7FC0);
  }
  EXPECT_EQ(encode(-0.0f, e4m3), 0x80);
  EXPECT_EQ(encode(-0x1p-140f, e5m2), 0x80);
  EXPECT_EQ(encode(-0.0f, ue4m4), 0);
  EXPECT_EQ(encode(-1.0f, ue5m3), 0);

  EXPECT_EQ(decode(0x7C, e5m2), infinity);
  EXPECT_EQ(decode(0xFC, e5m2), -infinity);
  for (uint8_t code : {0x7D, 0x7E, 0x7F, 0xFD, 0xFE, 0xFF})
    EXPECT_EQ(bitsOf(decode(code, e5m2)), canonicalNaNBits);
  for (int code = 0xF8; code <= 0xFF; ++code)
    EXPECT_EQ(bitsOf(decode(static_cast<uint8_t>(code), ue5m3)),
              canonicalNaNBits);
  EXPECT_EQ(bitsOf(decode(0xFF, ue4m4)), canonicalNaNBits);
}

} // namespace
