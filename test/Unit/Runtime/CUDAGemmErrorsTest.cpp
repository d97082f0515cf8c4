//===- CUDAGemmErrorsTest.cpp - Products that GPUs do not support ---------===//

#include "CUDATestUtils.h"

using namespace fp8rt::test;

TEST(CUDAGemm, MixedWidths) {
  fp8rt_gemm_desc desc = makeProduct(FP8RT_E4M3, FP8RT_F32, 16, 16, 16);
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_UNSUPPORTED,
               "no GPU multiplies e4m3 by f32");
}

TEST(CUDAGemm, EightBitsBeforeAda) {
  fp8rt_gemm_desc desc = makeProduct(FP8RT_E4M3, FP8RT_E4M3, 16, 16, 16);
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 86), FP8RT_UNSUPPORTED,
               "compute capability 8.6 does not multiply 8-bit floats");
  EXPECT_EQ(fp8rt_cuda_check_gemm(&desc, 89), FP8RT_OK);
}

TEST(CUDAGemm, TwoGradients) {
  fp8rt_gemm_desc desc = makeProduct(FP8RT_E5M2, FP8RT_E5M2, 16, 16, 16);
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_UNSUPPORTED,
               "does not multiply e5m2 by e5m2");
}

TEST(CUDAGemm, CodesWithTermsApart) {
  fp8rt_gemm_desc desc = makeProduct(FP8RT_E4M3, FP8RT_E4M3, 16, 16, 16);
  desc.rhs.row_stride = 16;
  desc.rhs.col_stride = 1;
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_UNSUPPORTED,
               "the terms of rhs, 8-bit floats, lie 16 apart");
}

TEST(CUDAGemm, NoStrideOfOne) {
  fp8rt_gemm_desc desc = makeProduct(FP8RT_F32, FP8RT_F32, 16, 16, 16);
  desc.lhs.row_stride = 64;
  desc.lhs.col_stride = 2;
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_UNSUPPORTED,
               "the strides of lhs are 64 and 2, expected one of them to be 1");
}

TEST(CUDAGemm, Bias) {
  fp8rt_gemm_desc desc = makeProduct(FP8RT_F32, FP8RT_F32, 16, 16, 16);
  desc.has_bias = 1;
  EXPECT_EQ(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_OK);
  desc.bias_dtype = FP8RT_BF16;
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_UNSUPPORTED,
               "cuBLASLt takes a bias of f32 beside operands of f32 or bf16 "
               "and a result of f32");
  desc = makeProduct(FP8RT_BF16, FP8RT_BF16, 16, 16, 16, FP8RT_BF16);
  desc.has_bias = 1;
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_UNSUPPORTED,
               "cuBLASLt takes a bias of bf16 beside a result of bf16");
  desc = makeProduct(FP8RT_E4M3, FP8RT_E5M2, 16, 16, 16);
  desc.has_bias = 1;
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_UNSUPPORTED,
               "cuBLASLt takes a bias of bf16 beside 8-bit operands");
  desc.bias_dtype = FP8RT_BF16;
  EXPECT_EQ(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_OK);
  desc.n = 15;
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_UNSUPPORTED,
               "a multiple of 16");
}

TEST(CUDAGemm, EpilogueOfNoTermsOrBlocks) {
  fp8rt_gemm_desc desc = makeProduct(FP8RT_F32, FP8RT_F32, 16, 16, 0);
  desc.activation = FP8RT_ACTIVATION_RELU;
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_UNSUPPORTED,
               "cuBLASLt is not called for a product without terms");
  desc = makeProduct(FP8RT_E4M3, FP8RT_E4M3, 16, 16, 256);
  desc.lhs.scaling = desc.rhs.scaling = FP8RT_SCALE_1X128;
  desc.activation = FP8RT_ACTIVATION_RELU;
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_UNSUPPORTED,
               "NVIDIA documents no bias and no activation beside scales of "
               "blocks");
}

TEST(CUDAGemm, ScalesOfBlocksThatAreNot) {
  fp8rt_gemm_desc desc = makeProduct(FP8RT_E4M3, FP8RT_E4M3, 16, 16, 256);
  desc.lhs.scaling = desc.rhs.scaling = FP8RT_SCALE_1X128;
  EXPECT_EQ(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_OK);
  EXPECT_FAILS(
      fp8rt_cuda_check_gemm(&desc, 100), FP8RT_UNSUPPORTED,
      "a GPU of compute capability 10.0 does not multiply 8-bit floats "
      "with scales of f32 for blocks of 128 terms; 9.0 does");
  desc.m = 6;
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_UNSUPPORTED,
               "6 rows and 16 columns, expected multiples of 4 and 16");
  desc.lhs.scaling = desc.rhs.scaling = FP8RT_SCALE_MX;
  EXPECT_EQ(fp8rt_cuda_check_gemm(&desc, 100), FP8RT_OK);
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_UNSUPPORTED,
               "with MX scales; GPUs from 10.0 on do");
}

TEST(CUDAGemm, WideOperandsToBF16) {
  fp8rt_gemm_desc desc =
      makeProduct(FP8RT_F32, FP8RT_F32, 16, 16, 16, FP8RT_BF16);
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_UNSUPPORTED,
               "cuBLASLt does not give bf16 from operands of f32");
}

TEST(CUDAGemm, PitchesBeyondTheLimit) {
  fp8rt_gemm_desc desc = makeProduct(FP8RT_E4M3, FP8RT_E4M3, 2, 16, 20);
  desc.lhs.row_stride = (int64_t{1} << 31) - 1;
  EXPECT_EQ(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_OK);
  desc.lhs.row_stride += 1;
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_UNSUPPORTED,
               "rows of lhs lie 2147483648 bytes apart, expected at most "
               "2147483647");
  // With a single row, the row stride is irrelevant.
  desc.m = 1;
  EXPECT_EQ(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_OK);
}

TEST(CUDAGemm, NoLibrary) {
  fp8mock_reset();
  fp8rt_cuda_options options = mockOptions();
  options.cublaslt = "/nowhere/libcublasLt.so";
  fp8rt_cuda device = nullptr;
  ASSERT_EQ(fp8rt_cuda_create(&options, &device), FP8RT_OK);
  fp8rt_gemm_desc desc = makeProduct(FP8RT_F32, FP8RT_F32, 8, 8, 8);
  fp8rt_address memory = 0;
  ASSERT_EQ(fp8rt_cuda_alloc(device, 4096, &memory), FP8RT_OK);
  fp8rt_cuda_buffer buffers[6] = {};
  fp8rt_cuda_op op = {};
  op.product = &desc;
  op.num_buffers = 6;
  op.buffers = buffers;
  op.event = -1;
  op.location = "step.mlir:9";
  fp8rt_cuda_step_desc stepDesc = {FP8RT_ABI_VERSION, 0,   1, 1, 0,
                                   "train",           &op, 1};
  fp8rt_cuda_step step = nullptr;
  EXPECT_FAILS(
      fp8rt_cuda_step_create(device, nullptr, &stepDesc, &memory, &step),
      FP8RT_LIBRARY_MISSING,
      "train: product at step.mlir:9: fp8rt_cuda_step_create: no library for "
      "matrix products on NVIDIA GPUs: cannot open /nowhere/libcublasLt.so");
  // A host can check for the library earlier.
  EXPECT_FAILS(fp8rt_cuda_open_products(device), FP8RT_LIBRARY_MISSING,
               "fp8rt_cuda_open_products: no library for matrix products on "
               "NVIDIA GPUs: cannot open /nowhere/libcublasLt.so");
  EXPECT_FAILS(fp8rt_cuda_open_products(nullptr), FP8RT_INVALID_ARGUMENT,
               "fp8rt_cuda_open_products: device is NULL");
  EXPECT_EQ(fp8rt_cuda_free(device, memory), FP8RT_OK);
  EXPECT_EQ(fp8rt_cuda_destroy(device), FP8RT_OK);
}

/// Rows and columns of copies are multiples of 16, so a copy may be larger than
/// its matrix.
TEST(CUDAGemm, CopiesThatDoNotFit) {
  fp8rt_gemm_desc desc =
      makeProduct(FP8RT_E4M3, FP8RT_E4M3, 1, int64_t{1} << 56, 1);
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_OUT_OF_RANGE,
               "a copy of rhs with rows and columns of a multiple of 16 "
               "elements does not fit an address space");
  desc = makeProduct(FP8RT_E4M3, FP8RT_E4M3, int64_t{1} << 56, 1, 1);
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_OUT_OF_RANGE,
               "a copy of lhs");
  desc = makeProduct(FP8RT_E4M3, FP8RT_E4M3, 1, int64_t{1} << 60, 1);
  EXPECT_FAILS(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_OUT_OF_RANGE,
               "rhs does not fit an address space");
  desc = makeProduct(FP8RT_E4M3, FP8RT_E4M3, 1, 16, int64_t{1} << 50);
  EXPECT_EQ(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_OK);
}
