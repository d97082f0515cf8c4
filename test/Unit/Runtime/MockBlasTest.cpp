//===- MockBlasTest.cpp - matmuls that the mock of cuBLASLt rejects -------===//

#include "../../../lib/Runtime/CUDA/CublasLt.h"
#include "CUDATestUtils.h"

using namespace fp8rt::cuda;
using namespace fp8rt::test;

#define FP8_DECLARE(member, symbol, result, ...)                               \
  extern "C" result symbol(__VA_ARGS__);
FP8RT_CUBLASLT_FUNCTIONS(FP8_DECLARE)
FP8_DECLARE(, cuDevicePrimaryCtxRetain, Result, CUctx_st **, int)
FP8_DECLARE(, cuDevicePrimaryCtxRelease_v2, Result, int)
FP8_DECLARE(, cuCtxPushCurrent_v2, Result, CUctx_st *)
FP8_DECLARE(, cuCtxPopCurrent_v2, Result, CUctx_st **)
FP8_DECLARE(, cuStreamCreate, Result, CUstream_st **, unsigned)
FP8_DECLARE(, cuStreamSynchronize, Result, CUstream_st *)
FP8_DECLARE(, cuStreamDestroy_v2, Result, CUstream_st *)
#undef FP8_DECLARE

namespace {

/// Multiplies two matrices of 16 x 16 codes. Returns the status of
/// cublasLtMatmul.
BlasStatus multiply(Device &device, uint64_t lhsScale, uint64_t rhsScale) {
  uint64_t codes = device.upload(std::vector<uint8_t>(256, 0x38));
  uint64_t result = device.allocate(1024);
  BlasHandle handle = nullptr;
  BlasDesc desc = nullptr;
  BlasLayout operand = nullptr, out = nullptr;
  BlasPreference preference = nullptr;
  EXPECT_EQ(cublasLtCreate(&handle), 0);
  EXPECT_EQ(cublasLtMatmulDescCreate(&desc, computeF32, typeF32), 0);
  auto set = [&](int attribute, const auto &value) {
    EXPECT_EQ(
        cublasLtMatmulDescSetAttribute(desc, attribute, &value, sizeof(value)),
        0);
  };
  set(descTransA, int32_t{operationT});
  set(descTransB, int32_t{operationN});
  set(descScaleA, rhsScale);
  set(descScaleB, lhsScale);
  EXPECT_EQ(cublasLtMatrixLayoutCreate(&operand, typeE4M3, 16, 16, 16), 0);
  EXPECT_EQ(cublasLtMatrixLayoutCreate(&out, typeF32, 16, 16, 16), 0);
  EXPECT_EQ(cublasLtMatmulPreferenceCreate(&preference), 0);
  BlasHeuristic heuristic = {};
  int found = 0;
  EXPECT_EQ(cublasLtMatmulAlgoGetHeuristic(handle, desc, operand, operand, out,
                                           out, preference, 1, &heuristic,
                                           &found),
            0);
  uint64_t workspace = device.allocate(4096);
  CUstream_st *stream = nullptr;
  EXPECT_EQ(cuStreamCreate(&stream, streamNonBlocking), success);
  auto at = [](uint64_t address) { return reinterpret_cast<void *>(address); };
  const float alpha = 1, beta = 0;
  BlasStatus status = cublasLtMatmul(
      handle, desc, &alpha, at(codes), operand, at(codes), operand, &beta,
      at(result), out, at(result), out, &heuristic.algorithm, at(workspace),
      heuristic.workspaceBytes, stream);
  EXPECT_EQ(cuStreamSynchronize(stream), success);
  EXPECT_EQ(cuStreamDestroy_v2(stream), success);
  EXPECT_EQ(cublasLtMatmulPreferenceDestroy(preference), 0);
  EXPECT_EQ(cublasLtMatrixLayoutDestroy(out), 0);
  EXPECT_EQ(cublasLtMatrixLayoutDestroy(operand), 0);
  EXPECT_EQ(cublasLtMatmulDescDestroy(desc), 0);
  EXPECT_EQ(cublasLtDestroy(handle), 0);
  return status;
}

/// A GPU accepts offsets of 0 and 16 bytes, and rejects 4, 8 and 12.
TEST(MockBlas, UnalignedScales) {
  Device device;
  uint64_t scales = device.upload(std::vector<float>(16, 1.0f));
  CUctx_st *context = nullptr;
  ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, 0), success);
  ASSERT_EQ(cuCtxPushCurrent_v2(context), success);
  constexpr BlasStatus notSupported = 15;
  for (int offset : {0, 4, 8, 12, 16, 20}) {
    BlasStatus expected = offset % 16 == 0 ? 0 : notSupported;
    for (auto [lhs, rhs] : {std::pair(offset, 0), std::pair(0, offset)}) {
      EXPECT_EQ(multiply(device, scales + lhs, scales + rhs), expected)
          << lhs << ", " << rhs;
      if (expected != 0)
        device.violations += "scales that are not aligned to 16 bytes\n";
    }
  }
  EXPECT_EQ(cuCtxPopCurrent_v2(&context), success);
  EXPECT_EQ(cuDevicePrimaryCtxRelease_v2(0), success);
}

} // namespace
