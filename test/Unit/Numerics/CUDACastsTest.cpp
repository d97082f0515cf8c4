//===- CUDACastsTest.cpp - Casts against CUDA's host conversions ----------===//
//
// Decodes every code. Encodes every bf16 and f16, every exponent of f32 as an
// e8m0, and a sample of f32; fp8-exhaustive-casts compares all 2^32 floats.
//
// There is one difference: the NaN to which a NaN code is decoded.
//
//===----------------------------------------------------------------------===//

#include "TestUtils.h"
#include "fp8/Numerics/Scale.h"

#include "gtest/gtest.h"

#include <cmath>

#if FP8_HAVE_CUDA_FP8_H
#include <cuda_fp8.h>
#endif

using namespace mlir::fp8::numerics;
using namespace mlir::fp8::numerics::test;

#if !FP8_HAVE_CUDA_FP8_H

TEST(CUDACasts, All) {
  GTEST_SKIP() << "no cuda_fp8.h in CUDA_HOME, CUDA_PATH or /usr/local/cuda "
                  "when this was configured";
}

#else

namespace {

struct CUDAFormat {
  const FormatSpec &spec;
  __nv_fp8_interpretation_t kind;
};
const CUDAFormat kFormats[] = {{e4m3, __NV_E4M3}, {e5m2, __NV_E5M2}};

void expectSame(float value) {
  for (const CUDAFormat &format : kFormats)
    ASSERT_EQ(encode(value, format.spec),
              __nv_cvt_float_to_fp8(value, __NV_SATFINITE, format.kind))
        << format.spec.name << " of 0x" << std::hex << bitsOf(value);
}

TEST(CUDACasts, SampleOfF32) {
  for (const FormatSpec &spec : {e4m3, e5m2})
    for (float value : interestingValues(spec))
      expectSame(value);
  // With an odd stride, every bit of the mantissa varies.
  for (uint64_t bits = 0; bits < (uint64_t(1) << 32); bits += 997)
    expectSame(floatOf(static_cast<uint32_t>(bits)));
}

TEST(CUDACasts, EveryHalf) {
  for (const CUDAFormat &format : kFormats)
    for (uint32_t bits = 0; bits < 1u << 16; ++bits) {
      auto pattern = static_cast<uint16_t>(bits);
      __nv_bfloat16_raw brain;
      brain.x = pattern;
      ASSERT_EQ(encode(decodeBF16(pattern), format.spec),
                __nv_cvt_bfloat16raw_to_fp8(brain, __NV_SATFINITE, format.kind))
          << format.spec.name << " of bf16 0x" << std::hex << bits;
      __half_raw half;
      half.x = pattern;
      ASSERT_EQ(encode(decodeF16(pattern), format.spec),
                __nv_cvt_halfraw_to_fp8(half, __NV_SATFINITE, format.kind))
          << format.spec.name << " of f16 0x" << std::hex << bits;
    }
}

TEST(CUDACasts, EveryCode) {
  for (const CUDAFormat &format : kFormats)
    for (uint32_t code = 0; code < 256; ++code) {
      uint16_t half =
          __nv_cvt_fp8_to_halfraw(static_cast<uint8_t>(code), format.kind).x;
      float expected = decode(static_cast<uint8_t>(code), format.spec);
      // f16 represents every value of both formats.
      if (std::isnan(expected))
        ASSERT_TRUE(std::isnan(decodeF16(half))) << format.spec.name << code;
      else
        ASSERT_EQ(bitsOf(decodeF16(half)), bitsOf(expected))
            << format.spec.name << " code " << code;
    }
}

TEST(CUDACasts, EveryScaleCode) {
  for (uint32_t code = 0; code < 256; ++code) {
    uint16_t brain = __nv_cvt_e8m0_to_bf16raw(static_cast<uint8_t>(code)).x;
    float expected = decodeE8M0(static_cast<uint8_t>(code));
    if (std::isnan(expected))
      ASSERT_TRUE(std::isnan(decodeBF16(brain))) << code;
    else
      ASSERT_EQ(bitsOf(decodeBF16(brain)), bitsOf(expected)) << code;
  }
}

TEST(CUDACasts, EveryExponentAsScale) {
  auto check = [](float value) {
    ASSERT_EQ(encodeE8M0(value),
              __nv_cvt_float_to_e8m0(value, __NV_SATFINITE, cudaRoundPosInf))
        << "0x" << std::hex << bitsOf(value);
  };
  for (uint32_t field = 0; field < 256; ++field)
    for (uint32_t mantissa :
         {0u, 1u, 2u, 0x3FFFFFu, 0x400000u, 0x400001u, 0x7FFFFEu, 0x7FFFFFu})
      check(floatOf(field << 23 | mantissa));
}

} // namespace

#endif // FP8_HAVE_CUDA_FP8_H
