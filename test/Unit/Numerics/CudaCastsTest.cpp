//===- CudaCastsTest.cpp - Casts against CUDA's host conversions ----------===//
//
// A sample; fp8-exhaustive-casts compares all 2^32 floats.
//
//===----------------------------------------------------------------------===//

#include "TestUtils.h"

#include "gtest/gtest.h"

#include <cuda_fp8.h>

using namespace mlir::fp8::numerics;
using namespace mlir::fp8::numerics::test;

namespace {

void expectSame(float value) {
  ASSERT_EQ(encode(value, e4m3),
            __nv_cvt_float_to_fp8(value, __NV_SATFINITE, __NV_E4M3))
      << "0x" << std::hex << bitsOf(value);
  ASSERT_EQ(encode(value, e5m2),
            __nv_cvt_float_to_fp8(value, __NV_SATFINITE, __NV_E5M2))
      << "0x" << std::hex << bitsOf(value);
}

TEST(CudaCasts, Sample) {
  for (const FormatSpec &spec : {e4m3, e5m2})
    for (float value : interestingValues(spec))
      expectSame(value);
  // An odd stride: every bit of the mantissa takes part.
  for (uint64_t bits = 0; bits < (uint64_t(1) << 32); bits += 997)
    expectSame(floatOf(static_cast<uint32_t>(bits)));
}

} // namespace
