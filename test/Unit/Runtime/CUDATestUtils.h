//===- CUDATestUtils.h - Utilities for tests of the CUDA back end ---------===//

#ifndef FP8_TEST_UNIT_RUNTIME_CUDATESTUTILS_H
#define FP8_TEST_UNIT_RUNTIME_CUDATESTUTILS_H

#include "../../MockCUDA/MockCUDA.h"
#include "TestUtils.h"
#include "fp8/Runtime/fp8rt_cuda.h"

#include <cstdlib>
#include <string>
#include <vector>

namespace fp8rt::test {

/// Sets an environment variable of the mock during its lifetime.
class Variable {
public:
  Variable(const char *name, const std::string &value) : name(name) {
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { unsetenv(name); }
  Variable(const Variable &) = delete;
  Variable &operator=(const Variable &) = delete;

private:
  const char *name;
};

inline fp8rt_cuda_options mockOptions(uint32_t flags = 0, int32_t ordinal = 0) {
  return {sizeof(fp8rt_cuda_options),
          ordinal,
          flags,
          FP8_MOCK_CUDA,
          FP8_MOCK_CUDA,
          FP8_MOCK_CUDA,
          FP8_MOCK_CUDA};
}

/// Returns the number of these calls to the mock.
inline int count(const std::string &function) {
  std::string trace = std::string("\n") + fp8mock_trace();
  int found = 0;
  for (size_t at = 0;
       (at = trace.find("\n" + function, at)) != std::string::npos; ++at)
    ++found;
  return found;
}

/// A mock in its initial state, and a device on it. All resources must have
/// been released at the end.
class Device {
public:
  explicit Device(uint32_t flags = 0, int32_t ordinal = 0) {
    fp8mock_reset();
    fp8rt_cuda_options options = mockOptions(flags, ordinal);
    EXPECT_EQ(fp8rt_cuda_create(&options, &device), FP8RT_OK)
        << fp8rt_last_error();
    EXPECT_EQ(fp8rt_cuda_stream_create(device, &stream), FP8RT_OK);
  }
  ~Device() {
    for (fp8rt_address address : blocks)
      EXPECT_EQ(fp8rt_cuda_free(device, address), FP8RT_OK);
    for (void *address : hostBlocks)
      EXPECT_EQ(fp8rt_cuda_free_host(device, address), FP8RT_OK);
    EXPECT_EQ(fp8rt_cuda_destroy(device), FP8RT_OK) << fp8rt_last_error();
    EXPECT_EQ(fp8mock_violations(), violations);
  }
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  operator fp8rt_cuda() const { return device; }

  fp8rt_address allocate(size_t bytes) {
    fp8rt_address address = 0;
    EXPECT_EQ(fp8rt_cuda_alloc(device, bytes, &address), FP8RT_OK);
    blocks.push_back(address);
    return address;
  }
  template <typename T>
  T *allocateHost(size_t count) {
    void *address = nullptr;
    EXPECT_EQ(fp8rt_cuda_alloc_host(device, count * sizeof(T), &address),
              FP8RT_OK);
    hostBlocks.push_back(address);
    return static_cast<T *>(address);
  }
  template <typename T>
  fp8rt_address upload(const std::vector<T> &values) {
    fp8rt_address address = allocate(values.size() * sizeof(T));
    T *pinned = allocateHost<T>(values.size());
    std::copy(values.begin(), values.end(), pinned);
    EXPECT_EQ(fp8rt_cuda_upload(device, stream, address, pinned,
                                values.size() * sizeof(T)),
              FP8RT_OK);
    synchronize();
    return address;
  }
  template <typename T>
  std::vector<T> download(fp8rt_address address, size_t count) {
    T *pinned = allocateHost<T>(count);
    EXPECT_EQ(
        fp8rt_cuda_download(device, stream, pinned, address, count * sizeof(T)),
        FP8RT_OK);
    synchronize();
    return std::vector<T>(pinned, pinned + count);
  }
  void synchronize() {
    EXPECT_EQ(fp8rt_cuda_stream_synchronize(device, stream), FP8RT_OK)
        << fp8rt_last_error();
  }

  fp8rt_cuda_stream stream = nullptr;
  /// Expected violations of the mock, one per line.
  std::string violations;

private:
  fp8rt_cuda device = nullptr;
  std::vector<fp8rt_address> blocks;
  std::vector<void *> hostBlocks;
};

/// Returns a product of row-major `lhs` and column-major `rhs`.
inline fp8rt_gemm_desc makeProduct(int32_t lhs, int32_t rhs, int64_t m,
                                   int64_t n, int64_t k,
                                   int32_t out = FP8RT_F32) {
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

} // namespace fp8rt::test

#endif // FP8_TEST_UNIT_RUNTIME_CUDATESTUTILS_H
