//===- CUDAGemmTest.cpp - Matrix products by cuBLASLt ---------------------===//

#include "CUDATestUtils.h"

#include <array>
#include <cmath>
#include <tuple>

using namespace fp8rt::test;

namespace {

fp8rt_gemm_desc makeProduct(int32_t lhs, int32_t rhs, int64_t m, int64_t n,
                            int64_t k, int32_t out = FP8RT_F32) {
  fp8rt_gemm_desc desc = {};
  desc.m = m;
  desc.n = n;
  desc.k = k;
  desc.batch[0] = desc.batch[1] = 1;
  desc.lhs = {lhs, 0, k, 1, {0, 0}};
  desc.rhs = {rhs, 0, 1, k, {0, 0}};
  desc.out = {out, 0, n, 1, {0, 0}};
  return desc;
}

//===----------------------------------------------------------------------===//
// Unsupported matmuls
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Runs the product on the mock and by the runtime for CPUs, and compares.
class Runner {
public:
  /// `offset` is the offset of the matrices in their arguments, in bytes, and
  /// `scaleOffsets` of the scales.
  explicit Runner(const fp8rt_gemm_desc &desc, int64_t offset = 0,
                  std::array<int64_t, 2> scaleOffsets = {0, 0})
      : desc(desc), offset(offset), scaleOffsets(scaleOffsets) {}

  fp8rt_status create(Device &device, uint32_t flags = 0) {
    Random random{7};
    for (auto *bytes : {&lhs, &rhs})
      for (size_t i = 0; i < kBytes; ++i)
        bytes->push_back(static_cast<uint8_t>(random.next()));
    // Use bytes that are neither NaN nor huge in any type.
    for (auto [bytes, type] :
         {std::pair(&lhs, desc.lhs.dtype), std::pair(&rhs, desc.rhs.dtype)})
      tame(*bytes, type);
    for (size_t i = 0; i < kBytes / getOutBytes(); ++i) {
      float value = random.unit();
      const auto *bytes = reinterpret_cast<const uint8_t *>(&value);
      out.insert(out.end(), bytes + 4 - getOutBytes(), bytes + 4);
    }
    scales = {makeScales(random, desc.lhs.scaling, 0.5f),
              makeScales(random, desc.rhs.scaling, 0.25f)};
    addresses[0] = device.upload(lhs);
    addresses[1] = device.upload(rhs);
    addresses[2] = device.upload(out);
    for (unsigned i : {0, 1}) {
      std::vector<uint8_t> padded(static_cast<size_t>(scaleOffsets[i]), 0xFF);
      padded.insert(padded.end(), scales[i].begin(), scales[i].end());
      addresses[3 + i] = device.upload(padded);
    }
    bias.resize(4 * static_cast<size_t>(desc.n));
    for (uint8_t &byte : bias)
      byte = static_cast<uint8_t>(random.next());
    tame(bias, desc.bias_dtype);
    addresses[5] = device.upload(bias);
    bool eight = desc.lhs.dtype >= FP8RT_E4M3;
    fp8rt_cuda_buffer buffers[6] = {{0, offset},
                                    {1, offset},
                                    {2, offset},
                                    {eight ? 3 : -1, scaleOffsets[0]},
                                    {eight ? 4 : -1, scaleOffsets[1]},
                                    {desc.has_bias ? 5 : -1, 0}};
    fp8rt_cuda_op op = {};
    op.product = &desc;
    op.num_buffers = 6;
    op.buffers = buffers;
    op.event = -1;
    op.location = "step.mlir:9";
    fp8rt_cuda_step_desc stepDesc = {FP8RT_ABI_VERSION, flags, 6, 1, 0,
                                     "train",           &op,   1};
    return fp8rt_cuda_step_create(device, nullptr, &stepDesc, addresses, &step);
  }

  void check(uint32_t flags = 0, uint32_t deviceFlags = 0) {
    Device device(deviceFlags);
    ASSERT_EQ(create(device, flags), FP8RT_OK) << fp8rt_last_error();
    ASSERT_EQ(fp8rt_cuda_step_run(device, device.stream, step), FP8RT_OK);
    std::vector<uint8_t> results =
        device.download<uint8_t>(addresses[2], kBytes);
    EXPECT_EQ(fp8rt_cuda_step_destroy(device, step), FP8RT_OK);
    Context context(1);
    bool eight = desc.lhs.dtype >= FP8RT_E4M3;
    fp8rt_gemm_args args = {};
    args.lhs = lhs.data() + offset;
    args.rhs = rhs.data() + offset;
    args.out = reinterpret_cast<float *>(out.data() + offset);
    args.lhs_scale_inv = eight ? scales[0].data() : nullptr;
    args.rhs_scale_inv = eight ? scales[1].data() : nullptr;
    args.bias = bias.data();
    ASSERT_EQ(fp8rt_gemm(context, nullptr, &desc, &args), FP8RT_OK)
        << fp8rt_last_error();
    // Elements outside of the result must not change.
    float step = desc.out.dtype == FP8RT_F32 ? 1e-4f : 0x1p-7f;
    for (size_t i = 0; i < kBytes / getOutBytes(); ++i) {
      float expected = getOut(out, i);
      ASSERT_NEAR(getOut(results, i), expected,
                  1e-3 + step * std::fabs(expected))
          << i;
    }
  }

private:
  static constexpr size_t kBytes = 64 * 1024;

  size_t getOutBytes() const { return desc.out.dtype == FP8RT_F32 ? 4 : 2; }
  float getOut(const std::vector<uint8_t> &bytes, size_t i) const {
    float value = 0;
    size_t size = getOutBytes();
    std::copy_n(&bytes[i * size], size,
                reinterpret_cast<uint8_t *>(&value) + 4 - size);
    return value;
  }

  /// Returns the bytes of one scale, or of at least as many as needed.
  static std::vector<uint8_t> makeScales(Random &random, int32_t scaling,
                                         float one) {
    std::vector<uint8_t> bytes;
    for (size_t i = 0; i < (scaling == FP8RT_SCALE_TENSOR ? 1 : 4096); ++i) {
      float value = scaling == FP8RT_SCALE_TENSOR ? one : random.unit();
      const auto *begin = reinterpret_cast<const uint8_t *>(&value);
      if (scaling == FP8RT_SCALE_MX)
        bytes.push_back(static_cast<uint8_t>(124 + random.below(6)));
      else
        bytes.insert(bytes.end(), begin, begin + 4);
    }
    return bytes;
  }

  static void tame(std::vector<uint8_t> &bytes, int32_t type) {
    switch (type) {
    case FP8RT_E4M3:
      for (uint8_t &code : bytes)
        code = static_cast<uint8_t>((code & 0x80) | (code & 0x1F) | 0x20);
      return;
    case FP8RT_E5M2:
      for (uint8_t &code : bytes)
        code = static_cast<uint8_t>((code & 0x83) | 0x38);
      return;
    case FP8RT_BF16:
      for (size_t i = 1; i < bytes.size(); i += 2)
        bytes[i] = static_cast<uint8_t>((bytes[i] & 0x80) | 0x3F);
      return;
    default:
      for (size_t i = 3; i < bytes.size(); i += 4)
        bytes[i] = static_cast<uint8_t>((bytes[i] & 0x80) | 0x3F);
    }
  }

  fp8rt_gemm_desc desc;
  int64_t offset;
  std::array<int64_t, 2> scaleOffsets;
  std::vector<uint8_t> lhs, rhs, out, bias;
  std::array<std::vector<uint8_t>, 2> scales;
  fp8rt_address addresses[6] = {};
  fp8rt_cuda_step step = nullptr;
};

TEST(CUDAGemm, Types) {
  for (auto [lhs, rhs] :
       {std::pair(FP8RT_E4M3, FP8RT_E4M3), std::pair(FP8RT_E4M3, FP8RT_E5M2),
        std::pair(FP8RT_E5M2, FP8RT_E4M3), std::pair(FP8RT_BF16, FP8RT_BF16),
        std::pair(FP8RT_F32, FP8RT_F32)})
    for (int32_t out : {FP8RT_F32, FP8RT_BF16})
      if (lhs != FP8RT_F32 || out == FP8RT_F32)
        Runner(makeProduct(lhs, rhs, 16, 32, 48, out)).check();
  EXPECT_EQ(count("cublasLtMatmul "), 1);
}

TEST(CUDAGemm, Epilogues) {
  std::tuple<int32_t, int32_t, int32_t> types[] = {
      {FP8RT_F32, FP8RT_F32, FP8RT_F32},
      {FP8RT_BF16, FP8RT_F32, FP8RT_F32},
      {FP8RT_BF16, FP8RT_BF16, FP8RT_BF16},
      {FP8RT_E4M3, FP8RT_F32, FP8RT_BF16},
      {FP8RT_E4M3, FP8RT_BF16, FP8RT_BF16}};
  for (auto [operand, out, bias] : types)
    for (int32_t activation : {FP8RT_ACTIVATION_NONE, FP8RT_ACTIVATION_RELU})
      for (bool hasBias : {false, true}) {
        // 20 terms: 8-bit operands are padded.
        fp8rt_gemm_desc desc = makeProduct(operand, operand, 5, 32, 20, out);
        desc.has_bias = hasBias;
        desc.bias_dtype = bias;
        desc.activation = activation;
        Runner(desc).check();
      }
  EXPECT_EQ(count("cublasLtMatmul 32x5x32 e4m3,e4m3 to bf16 TN bias bf16 relu"),
            1);
}

TEST(CUDAGemm, BiasOfSumsAndBatches) {
  fp8rt_gemm_desc desc = makeProduct(FP8RT_BF16, FP8RT_BF16, 8, 16, 32);
  desc.has_bias = 1;
  desc.beta = 1;
  Runner(desc).check();
  EXPECT_EQ(count("cublasLtMatmul 16x8x32 bf16,bf16 TN bias f32"), 1);
  // These matrices have no common stride, and the library has no epilogue with
  // pointers.
  desc.batch[0] = 3;
  desc.batch[1] = 2;
  for (auto [matrix, size] :
       {std::pair(&desc.lhs, 8 * 32), std::pair(&desc.rhs, 16 * 32),
        std::pair(&desc.out, 8 * 16)}) {
    matrix->batch_stride[0] = size;
    matrix->batch_stride[1] = 3 * size;
  }
  Runner(desc).check();
  EXPECT_EQ(count("cublasLtMatmul 16x8x32 bf16,bf16 TN batch 2 bias f32"), 3);
}

TEST(CUDAGemm, ScalesOfBlocks) {
  for (auto [lhs, rhs] : {std::pair(FP8RT_SCALE_1X128, FP8RT_SCALE_1X128),
                          std::pair(FP8RT_SCALE_1X128, FP8RT_SCALE_128X128),
                          std::pair(FP8RT_SCALE_128X128, FP8RT_SCALE_1X128)})
    for (int32_t out : {FP8RT_F32, FP8RT_BF16}) {
      fp8rt_gemm_desc desc =
          makeProduct(FP8RT_E4M3, FP8RT_E5M2, 132, 112, 208, out);
      desc.lhs.scaling = lhs;
      desc.rhs.scaling = rhs;
      Runner(desc).check(FP8RT_CUDA_FAST_SUMS);
    }
  // Fast sums are not requested, because the library does not support them for
  // blocks.
  EXPECT_EQ(count("cublasLtMatmul 112x132x208 e5m2,e4m3 to bf16 TN scaled "
                  "1x128,128x128"),
            1);
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

TEST(CUDAGemm, ResultsOfTwoBytes) {
  Runner(makeProduct(FP8RT_E4M3, FP8RT_E4M3, 16, 32, 48, FP8RT_BF16)).check();
  EXPECT_EQ(count("cublasLtMatmul 32x16x48 e4m3,e4m3 to bf16 TN"), 1);
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
  // One row has nothing beside it.
  desc.m = 1;
  EXPECT_EQ(fp8rt_cuda_check_gemm(&desc, 90), FP8RT_OK);
}

TEST(CUDAGemm, PaddedTermsAndColumns) {
  for (int64_t m : {1, 5, 17})
    for (int64_t n : {1, 15, 33})
      for (int64_t k : {1, 20, 40}) {
        SCOPED_TRACE(std::to_string(m) + "x" + std::to_string(n) + "x" +
                     std::to_string(k));
        for (int32_t out : {FP8RT_F32, FP8RT_BF16})
          Runner(makeProduct(FP8RT_E4M3, FP8RT_E4M3, m, n, k, out)).check();
      }
}

TEST(CUDAGemm, PaddedSumsAreAdded) {
  fp8rt_gemm_desc desc = makeProduct(FP8RT_E4M3, FP8RT_E5M2, 5, 15, 20);
  desc.beta = 1;
  Runner(desc).check();
}

TEST(CUDAGemm, UnalignedAddresses) {
  Runner(makeProduct(FP8RT_E4M3, FP8RT_E4M3, 16, 16, 16), 4).check();
  // Whole matrices need no pitch.
  EXPECT_EQ(count("cuMemcpyDtoDAsync"), 3);
  EXPECT_EQ(count("cuMemcpy2DAsync"), 0);
  Runner(makeProduct(FP8RT_F32, FP8RT_F32, 16, 16, 16), 4).check();
}

/// Only scales that the library rejects are copied.
TEST(CUDAGemm, UnalignedScales) {
  fp8rt_gemm_desc desc = makeProduct(FP8RT_E4M3, FP8RT_E4M3, 16, 16, 16);
  for (int64_t lhs : {0, 4, 8, 12, 16, 20})
    for (int64_t rhs : {0, 12, 32}) {
      SCOPED_TRACE(std::to_string(lhs) + ", " + std::to_string(rhs));
      Runner(desc, 0, {lhs, rhs}).check();
      EXPECT_EQ(count("cuMemcpyDtoDAsync"), (lhs % 16 != 0) + (rhs % 16 != 0));
    }
  // Together with copies of matrices, and without a graph.
  desc = makeProduct(FP8RT_E4M3, FP8RT_E5M2, 5, 15, 20);
  Runner(desc, 0, {4, 8}).check();
  Runner(desc, 0, {4, 8}).check(0, FP8RT_CUDA_EAGER);
}

TEST(CUDAGemm, UnalignedScalesOfBlocks) {
  fp8rt_gemm_desc desc = makeProduct(FP8RT_E4M3, FP8RT_E4M3, 16, 16, 256);
  desc.lhs.scaling = desc.rhs.scaling = FP8RT_SCALE_1X128;
  Runner(desc, 0, {16, 32}).check();
  Device device;
  EXPECT_FAILS(Runner(desc, 0, {16, 4}).create(device), FP8RT_UNSUPPORTED,
               "train: product at step.mlir:9: fp8rt_cuda_step_create: the "
               "block scales of rhs are aligned to 4 bytes, expected 16");
}

TEST(CUDAGemm, Layouts) {
  for (bool lhs : {false, true})
    for (bool rhs : {false, true})
      for (int32_t type : {FP8RT_F32, FP8RT_BF16}) {
        fp8rt_gemm_desc desc = makeProduct(type, type, 7, 9, 11);
        desc.lhs = {type, 0, lhs ? 1 : 13, lhs ? 10 : 1, {0, 0}};
        desc.rhs = {type, 0, rhs ? 12 : 1, rhs ? 1 : 15, {0, 0}};
        desc.out.row_stride = 20;
        Runner(desc).check();
      }
}

TEST(CUDAGemm, Batches) {
  for (int32_t type : {FP8RT_F32, FP8RT_E4M3})
    for (int64_t k : {16, 20}) {
      fp8rt_gemm_desc desc = makeProduct(type, type, 8, 16, k);
      desc.batch[0] = 3;
      desc.batch[1] = 2;
      // As one dimension, and interleaved like heads of a sequence.
      for (bool nested : {true, false}) {
        SCOPED_TRACE(std::to_string(k) + (nested ? " nested" : " crossed"));
        int64_t outer = nested ? 2 : 1, inner = nested ? 1 : 3;
        for (auto [matrix, size] :
             {std::pair(&desc.lhs, 8 * k), std::pair(&desc.rhs, 16 * k),
              std::pair(&desc.out, int64_t{8 * 16})}) {
          matrix->batch_stride[0] = outer * size;
          matrix->batch_stride[1] = inner * size;
        }
        Runner(desc).check();
      }
      // One right operand for all.
      desc.rhs.batch_stride[0] = desc.rhs.batch_stride[1] = 0;
      Runner(desc).check();
    }
}

/// Batches without a single stride are one call if the library accepts
/// pointers.
TEST(CUDAGemm, BatchesByPointers) {
  fp8rt_gemm_desc desc = makeProduct(FP8RT_BF16, FP8RT_BF16, 8, 16, 32);
  desc.batch[0] = 3;
  desc.batch[1] = 2;
  for (auto [matrix, size] :
       {std::pair(&desc.lhs, 8 * 32), std::pair(&desc.rhs, 16 * 32),
        std::pair(&desc.out, 8 * 16)}) {
    matrix->batch_stride[0] = size;
    matrix->batch_stride[1] = 3 * size;
  }
  Runner(desc).check();
  EXPECT_EQ(count("cublasLtMatmul 16x8x32 bf16,bf16 TN batch 6 by pointers"),
            1);
  Variable fault("FP8_MOCK_FAULT", "cublasLtMatrixLayoutSetAttribute:1:7");
  Runner(desc).check();
  EXPECT_EQ(count("cublasLtMatmul 16x8x32 bf16,bf16 TN batch 2"), 3);
}

TEST(CUDAGemm, NoTerms) {
  for (int32_t out : {FP8RT_F32, FP8RT_BF16}) {
    fp8rt_gemm_desc desc = makeProduct(FP8RT_BF16, FP8RT_BF16, 4, 4, 0, out);
    Runner(desc).check();
    EXPECT_EQ(count("cuMemsetD8Async"), 1);
    // Elements between rows are not written.
    desc.out.row_stride = 6;
    Runner(desc).check();
    EXPECT_EQ(count("cuMemsetD8Async"), 4);
  }
  fp8rt_gemm_desc desc = makeProduct(FP8RT_F32, FP8RT_F32, 4, 4, 0);
  desc.beta = 1;
  Runner(desc).check();
}

/// A batch that takes several calls. The algorithm must be chosen for the
/// smallest alignment of their addresses.
TEST(CUDAGemm, BatchesThatLieUnaligned) {
  for (int32_t type : {FP8RT_F32, FP8RT_BF16}) {
    fp8rt_gemm_desc desc = makeProduct(type, type, 5, 7, 3);
    desc.batch[0] = 3;
    desc.batch[1] = 2;
    for (auto [matrix, size] :
         {std::pair(&desc.lhs, 15), std::pair(&desc.rhs, 21),
          std::pair(&desc.out, 35)}) {
      matrix->batch_stride[0] = size;
      matrix->batch_stride[1] = 3 * size;
    }
    Runner(desc).check();
  }
}

TEST(CUDAGemm, Modes) {
  Runner(makeProduct(FP8RT_E4M3, FP8RT_E4M3, 16, 16, 16))
      .check(FP8RT_CUDA_FAST_SUMS);
  EXPECT_EQ(count("cublasLtMatmul 16x16x16 e4m3,e4m3 TN fast"), 1);
  Runner(makeProduct(FP8RT_F32, FP8RT_F32, 16, 16, 16)).check(FP8RT_CUDA_TF32);
  EXPECT_EQ(count("cublasLtMatmul 16x16x16 f32,f32 TN tf32"), 1);
}

TEST(CUDAGemm, AlgorithmsAreChosenOncePerShape) {
  Device device;
  fp8rt_gemm_desc desc = makeProduct(FP8RT_F32, FP8RT_F32, 8, 8, 8);
  fp8rt_gemm_desc other = makeProduct(FP8RT_F32, FP8RT_F32, 8, 8, 4);
  fp8rt_address memory = device.allocate(4096);
  fp8rt_cuda_buffer buffers[6] = {{0, 0},  {0, 1024}, {0, 2048},
                                  {-1, 0}, {-1, 0},   {-1, 0}};
  fp8rt_cuda_op ops[3] = {};
  for (fp8rt_cuda_op &op : ops) {
    op.product = &op == &ops[2] ? &other : &desc;
    op.num_buffers = 6;
    op.buffers = buffers;
    op.event = -1;
  }
  fp8rt_cuda_step_desc stepDesc = {FP8RT_ABI_VERSION, 0,   1, 1, 0,
                                   "train",           ops, 3};
  fp8rt_cuda_step step = nullptr;
  ASSERT_EQ(fp8rt_cuda_step_create(device, nullptr, &stepDesc, &memory, &step),
            FP8RT_OK);
  EXPECT_EQ(count("cublasLtMatmulAlgoGetHeuristic"), 2);
  EXPECT_EQ(count("cublasLtMatmul "), 3);
  EXPECT_EQ(fp8rt_cuda_step_destroy(device, step), FP8RT_OK);
}

/// A matmul with a scale differs from a matmul without one.
TEST(CUDAGemm, AlgorithmsKnowOfScales) {
  Device device;
  fp8rt_gemm_desc desc = makeProduct(FP8RT_E4M3, FP8RT_E4M3, 16, 16, 16);
  fp8rt_address memory = device.upload(std::vector<float>(1024, 1.0f));
  fp8rt_cuda_buffer scaled[6] = {{0, 0}, {0, 1024}, {0, 2048},
                                 {0, 0}, {0, 0},    {-1, 0}};
  fp8rt_cuda_buffer plain[6] = {{0, 0},  {0, 1024}, {0, 3072},
                                {-1, 0}, {-1, 0},   {-1, 0}};
  fp8rt_cuda_op ops[2] = {};
  for (fp8rt_cuda_op &op : ops) {
    op.product = &desc;
    op.num_buffers = 6;
    op.buffers = &op == &ops[0] ? scaled : plain;
    op.event = -1;
  }
  fp8rt_cuda_step_desc stepDesc = {FP8RT_ABI_VERSION, 0,   1, 1, 0,
                                   "train",           ops, 2};
  fp8rt_cuda_step step = nullptr;
  ASSERT_EQ(fp8rt_cuda_step_create(device, nullptr, &stepDesc, &memory, &step),
            FP8RT_OK)
      << fp8rt_last_error();
  EXPECT_EQ(count("cublasLtMatmulAlgoGetHeuristic"), 2);
  EXPECT_EQ(fp8rt_cuda_step_destroy(device, step), FP8RT_OK);
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

} // namespace
