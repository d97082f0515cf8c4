//===- CUDAFaultsTest.cpp - Every call of a run may fail ------------------===//

#include "CUDATestUtils.h"

#include <cstring>
#include <map>
#include <sstream>

using namespace fp8rt::test;

namespace {

/// One element of each chunk of a bucket: y = x + 1.
void addOneInBucket(unsigned numBlocks, unsigned, void *const *parameters) {
  const auto *chunks = *static_cast<const int64_t **>(parameters[0]);
  const auto *tensors = *static_cast<const int64_t **>(parameters[1]);
  for (unsigned i = 0; i < numBlocks; ++i) {
    const int64_t *row = tensors + 3 * chunks[2 * i];
    const auto *x = reinterpret_cast<const float *>(row[1]);
    reinterpret_cast<float *>(row[2])[chunks[2 * i + 1]] =
        x[chunks[2 * i + 1]] + static_cast<float>(row[0]);
  }
}

/// Runs one step, and releases all objects even if a call fails.
fp8rt_status trainOnce(uint32_t flags) {
  fp8rt_cuda_options options = mockOptions();
  fp8rt_cuda device = nullptr;
  if (fp8rt_status status = fp8rt_cuda_create(&options, &device))
    return status;
  fp8rt_cuda_stream stream = nullptr;
  fp8rt_cuda_module module = nullptr;
  fp8rt_cuda_step step = nullptr;
  fp8rt_address x = 0;
  void *host = nullptr;
  const int64_t sizes[] = {1}, chunks[] = {0, 0};
  fp8rt_cuda_bucket bucket = {1, sizes, 2, chunks};
  fp8rt_cuda_buffer buffers[] = {{0, 0},  {0, 256}, {0, 512},
                                 {-1, 0}, {-1, 0},  {-1, 0}};
  fp8rt_gemm_desc product = {};
  product.m = product.n = product.k = 20;
  product.batch[0] = product.batch[1] = 1;
  product.lhs = {FP8RT_E4M3, 0, 20, 1, {0, 0}};
  product.rhs = {FP8RT_E4M3, 0, 1, 20, {0, 0}};
  product.out = {FP8RT_F32, 0, 20, 1, {0, 0}};
  fp8rt_cuda_op ops[2] = {};
  ops[0].main = {"bucket", 1, 32};
  ops[0].bucket = &bucket;
  ops[0].num_buffers = 2;
  ops[0].buffers = buffers;
  ops[0].event = -1;
  ops[1].product = &product;
  ops[1].num_buffers = 6;
  ops[1].buffers = buffers;
  ops[1].stream = 1;
  ops[1].event = -1;
  fp8rt_cuda_step_desc desc = {FP8RT_ABI_VERSION, flags, 1, 2, 0,
                               "train",           ops,   2};
  float milliseconds[2];
  fp8rt_status status = fp8rt_cuda_stream_create(device, &stream);
  auto then = [&](auto call) {
    if (status == FP8RT_OK)
      status = call();
  };
  then([&] { return fp8rt_cuda_alloc(device, 4096, &x); });
  then([&] { return fp8rt_cuda_alloc_host(device, 4096, &host); });
  then([&] { return fp8rt_cuda_module_load(device, "image", &module); });
  then([&] {
    std::memset(host, 0, 4096);
    return fp8rt_cuda_upload(device, stream, x, host, 4096);
  });
  then(
      [&] { return fp8rt_cuda_step_create(device, module, &desc, &x, &step); });
  then([&] { return fp8rt_cuda_step_run(device, stream, step); });
  then([&] { return fp8rt_cuda_download(device, stream, host, x, 4096); });
  then([&] { return fp8rt_cuda_stream_synchronize(device, stream); });
  if (flags & FP8RT_CUDA_TIMED)
    then([&] {
      return fp8rt_cuda_step_times(device, stream, step, milliseconds);
    });
  auto release = [&](fp8rt_status released) {
    if (status == FP8RT_OK)
      status = released;
  };
  if (step)
    release(fp8rt_cuda_step_destroy(device, step));
  if (module)
    release(fp8rt_cuda_module_unload(device, module));
  release(fp8rt_cuda_free(device, x));
  release(fp8rt_cuda_free_host(device, host));
  release(fp8rt_cuda_destroy(device));
  return status;
}

void prepareTrainOnce() {
  fp8mock_reset();
  fp8mock_add_kernel("bucket", 2, addOneInBucket);
}

/// Returns true for a function that releases a resource. If it fails, the
/// resource is not released.
bool givesBack(const std::string &function) {
  for (const char *part : {"Destroy", "Free", "Unload", "Release"})
    if (function.find(part) != std::string::npos)
      return true;
  return false;
}

class CUDAFaults : public ::testing::TestWithParam<uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Steps, CUDAFaults,
                         ::testing::Values(0u, FP8RT_CUDA_TIMED));

TEST_P(CUDAFaults, EveryCallMayFail) {
  prepareTrainOnce();
  ASSERT_EQ(trainOnce(GetParam()), FP8RT_OK) << fp8rt_last_error();
  EXPECT_STREQ(fp8mock_violations(), "");
  std::vector<std::pair<std::string, int>> calls;
  std::istringstream trace(fp8mock_trace());
  std::map<std::string, int> counts;
  for (std::string line; std::getline(trace, line);) {
    std::string function = line.substr(0, line.find(' '));
    if (function.compare(0, 2, "cu") == 0)
      calls.emplace_back(function, ++counts[function]);
  }
  ASSERT_GT(calls.size(), 30u);
  for (auto &[function, number] : calls) {
    std::string fault = function + ":" + std::to_string(number) + ":2";
    SCOPED_TRACE(fault);
    Variable planted("FP8_MOCK_FAULT", fault);
    prepareTrainOnce();
    EXPECT_NE(trainOnce(GetParam()), FP8RT_OK);
    // If the first allocation fails, the error names the shortage of memory
    // instead of the function.
    std::string named = function == "cuMemAlloc_v2" && number == 1
                            ? "the GPU has"
                            : function.substr(0, function.find("_v"));
    EXPECT_NE(std::string(fp8rt_last_error()).find(named), std::string::npos)
        << fp8rt_last_error();
    if (!givesBack(function))
      EXPECT_STREQ(fp8mock_violations(), "");
  }
}

} // namespace
