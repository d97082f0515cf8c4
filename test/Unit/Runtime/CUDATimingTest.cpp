//===- CUDATimingTest.cpp - The fastest algorithm of a matmul -------------===//

#include "CUDATimingCase.h"

#include <map>
#include <sstream>

using namespace fp8rt::test;

namespace {

TEST(CUDATiming, Fastest) {
  CacheDir cache;
  Variable times("FP8_MOCK_ALGORITHMS", "900,300,600,200,700,800,500,400,100");
  // The ninth algorithm is not considered.
  EXPECT_EQ(choose(), 3);
  ASSERT_EQ(cache.list().size(), 1u);
  EXPECT_NE(readFile(cache.list()[0]).find("\nmilliseconds 0.90"),
            std::string::npos);
}

/// A slow matmul has fewer samples. The limit is 60 ms of the GPU.
TEST(CUDATiming, FewSamples) {
  CacheDir cache;
  Variable times("FP8_MOCK_ALGORITHMS", "20000,15000");
  EXPECT_EQ(choose(), 1);
  EXPECT_EQ(count("cublasLtMatmul "), 2 * (1 + 2) + 1);
}

TEST(CUDATiming, EqualTimes) {
  CacheDir cache;
  Variable times("FP8_MOCK_ALGORITHMS", "900,300,300");
  EXPECT_EQ(choose(), 1);
}

TEST(CUDATiming, WithoutFolder) {
  Variable times("FP8_MOCK_ALGORITHMS", "900,300");
  unsetenv("FP8_CACHE_DIR");
  EXPECT_EQ(choose(), 0);
  EXPECT_EQ(count("cublasLtMatmul "), 1);
  EXPECT_EQ(count("cuDeviceGetName"), 0);
  Variable empty("FP8_CACHE_DIR", "");
  EXPECT_EQ(choose(), 0);
  EXPECT_EQ(count("cublasLtMatmul "), 1);
}

TEST(CUDATiming, OneAlgorithm) {
  CacheDir cache;
  EXPECT_EQ(choose(), 0);
  EXPECT_EQ(count("cublasLtMatmul "), 1);
  EXPECT_TRUE(cache.list().empty());
}

TEST(CUDATiming, UnusableAlgorithms) {
  CacheDir cache;
  Variable times("FP8_MOCK_ALGORITHMS", "fails,large,rejected,900,300");
  EXPECT_EQ(choose(), 4);
  // 7 samples of two algorithms, a first call of three, and the capture.
  EXPECT_EQ(count("cublasLtMatmul "), 7 * 2 + 3 + 1);
}

TEST(CUDATiming, AllFail) {
  CacheDir cache;
  Variable times("FP8_MOCK_ALGORITHMS", "fails,fails");
  Device device;
  Product product;
  EXPECT_FAILS(product.create(device, device.allocate(4096)), FP8RT_UNSUPPORTED,
               "cublasLtMatmul failed: CUBLAS_STATUS_NOT_SUPPORTED");
  // No time was measured, so nothing is kept.
  EXPECT_TRUE(cache.list().empty());
}

TEST(CUDATiming, WorkspacesTooLarge) {
  Variable times("FP8_MOCK_ALGORITHMS", "large");
  Device device;
  Product product;
  EXPECT_FAILS(product.create(device, device.allocate(4096)), FP8RT_UNSUPPORTED,
               "every algorithm of cuBLASLt for this matmul needs more than "
               "33554432 bytes of workspace");
}

/// Without memory for a measurement, the first algorithm is taken, and kept.
TEST(CUDATiming, LittleMemory) {
  CacheDir cache;
  Variable times("FP8_MOCK_ALGORITHMS", "900,300");
  {
    Variable memory("FP8_MOCK_MEMORY", "65536");
    EXPECT_EQ(choose(), 0);
    EXPECT_EQ(count("cublasLtMatmul "), 1);
  }
  // The text does not name the GPU, because pinned memory of the host may be
  // short, too.
  EXPECT_NE(
      readFile(cache.list().at(0))
          .find("\nmilliseconds: not measured, because memory was short\n"),
      std::string::npos);
  EXPECT_EQ(choose(), 0);
  EXPECT_EQ(count("cublasLtMatmul "), 1);
}

/// States are neither read nor written, and scales and biases are those of the
/// step afterwards.
TEST(CUDATiming, Operands) {
  Variable times("FP8_MOCK_ALGORITHMS", "900,300");
  for (int32_t out : {FP8RT_F32, FP8RT_BF16})
    for (bool isEight : {false, true})
      for (bool isAdded : {false, true})
        for (bool hasBias : {false, true}) {
          if (isAdded && out != FP8RT_F32)
            continue;
          Product product;
          fp8rt_gemm_desc &desc = product.desc;
          desc.n = 16;
          desc.beta = isAdded;
          desc.out.dtype = out;
          desc.out.row_stride = 16;
          desc.lhs.dtype = desc.rhs.dtype = isEight ? FP8RT_E4M3 : FP8RT_BF16;
          // An aligned and an unaligned scale.
          product.scaleOffset = isEight ? (isAdded ? 3584 : 3588) : 0;
          desc.has_bias = hasBias;
          desc.bias_dtype = isEight ? FP8RT_BF16 : out;
          std::vector<float> expected = run(product);
          CacheDir cache;
          EXPECT_EQ(run(product), expected);
          EXPECT_GT(count("cublasLtMatmul "), 1);
          EXPECT_EQ(run(product), expected);
          EXPECT_EQ(count("cublasLtMatmul "), 1);
        }
}

TEST(CUDATiming, ScalesOfBlocks) {
  CacheDir cache;
  Variable times("FP8_MOCK_ALGORITHMS", "900,300");
  Product product;
  product.desc.n = product.desc.out.row_stride = 16;
  product.desc.lhs.dtype = product.desc.rhs.dtype = FP8RT_E4M3;
  product.scaleOffset = 3072;
  for (auto [scaling, capability] :
       {std::pair(FP8RT_SCALE_1X128, "90"), std::pair(FP8RT_SCALE_MX, "100")}) {
    Variable chip("FP8_MOCK_CAPABILITY", capability);
    product.desc.lhs.scaling = product.desc.rhs.scaling = scaling;
    run(product);
    EXPECT_GT(count("cublasLtMatmul "), 1);
  }
}

TEST(CUDATiming, Pointers) {
  Variable times("FP8_MOCK_ALGORITHMS", "900,300");
  Product product;
  fp8rt_gemm_desc &desc = product.desc;
  desc.m = 2;
  desc.n = 2;
  desc.k = 4;
  desc.batch[0] = 3;
  desc.batch[1] = 2;
  desc.lhs.row_stride = desc.rhs.col_stride = 4;
  desc.out.row_stride = 2;
  for (auto [matrix, size] : {std::pair(&desc.lhs, 8), std::pair(&desc.rhs, 8),
                              std::pair(&desc.out, 4)}) {
    matrix->batch_stride[0] = size;
    matrix->batch_stride[1] = 3 * size;
  }
  std::vector<float> expected = run(product);
  for (bool hasPointers : {true, false}) {
    CacheDir cache;
    Variable fault("FP8_MOCK_FAULT",
                   hasPointers ? "" : "cublasLtMatrixLayoutSetAttribute:1:7");
    EXPECT_EQ(run(product), expected);
    // Several calls are not timed: they take the first algorithm.
    EXPECT_EQ(count("cublasLtMatmul "), hasPointers ? kTwoTimed : 3);
    EXPECT_EQ(cache.list().size(), hasPointers ? 1u : 0u);
  }
}

/// Returns true if a failure of the function leaves nothing to release.
bool isRelease(const std::string &function) {
  return function.find("Destroy") != std::string::npos ||
         function.find("Free") != std::string::npos ||
         function.find("Release") != std::string::npos;
}

fp8rt_status createOnce() {
  fp8mock_reset();
  fp8rt_cuda_options options = mockOptions();
  fp8rt_cuda device = nullptr;
  fp8rt_status status = fp8rt_cuda_create(&options, &device);
  if (status)
    return status;
  fp8rt_address memory = 0;
  Product product;
  status = fp8rt_cuda_alloc(device, 4096, &memory);
  if (status == FP8RT_OK)
    status = product.create(device, memory);
  for (fp8rt_status released :
       {product.step ? fp8rt_cuda_step_destroy(device, product.step) : FP8RT_OK,
        fp8rt_cuda_free(device, memory), fp8rt_cuda_destroy(device)})
    status = status ? status : released;
  return status;
}

TEST(CUDATiming, EveryCallMayFail) {
  Variable times("FP8_MOCK_ALGORITHMS", "900,300");
  std::vector<std::pair<std::string, int>> calls;
  {
    CacheDir cache;
    ASSERT_EQ(createOnce(), FP8RT_OK) << fp8rt_last_error();
    EXPECT_STREQ(fp8mock_violations(), "");
    std::istringstream trace(fp8mock_trace());
    std::map<std::string, int> counts;
    for (std::string line; std::getline(trace, line);) {
      std::string function = line.substr(0, line.find(' '));
      if (function.compare(0, 2, "cu") == 0)
        calls.emplace_back(function, ++counts[function]);
    }
  }
  ASSERT_GT(calls.size(), 100u);
  for (auto &[function, number] : calls) {
    CacheDir cache;
    std::string fault = function + ":" + std::to_string(number) + ":13";
    SCOPED_TRACE(fault);
    Variable planted("FP8_MOCK_FAULT", fault);
    // An algorithm that fails is not chosen.
    bool isTimed = function == "cublasLtMatmul" && number < kTwoTimed;
    // The algorithm was measured, even if its entry is rejected.
    bool isChecked = function == "cublasLtMatmulAlgoCheck";
    if (isTimed || isChecked) {
      EXPECT_EQ(createOnce(), FP8RT_OK) << fp8rt_last_error();
    } else {
      EXPECT_NE(createOnce(), FP8RT_OK);
      std::string named = function.substr(0, function.find("_v"));
      EXPECT_NE(std::string(fp8rt_last_error()).find(named), std::string::npos)
          << fp8rt_last_error();
    }
    if (!isRelease(function))
      EXPECT_STREQ(fp8mock_violations(), "");
  }
}

} // namespace
