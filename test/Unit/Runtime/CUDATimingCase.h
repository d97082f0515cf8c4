//===- CUDATimingCase.h - A matmul with several algorithms ------*- C++ -*-===//

#ifndef FP8_TEST_UNIT_RUNTIME_CUDATIMINGCASE_H
#define FP8_TEST_UNIT_RUNTIME_CUDATIMINGCASE_H

#include "CUDATestUtils.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace fp8rt::test {

/// A new folder of this user, which the variable names.
class CacheDir {
public:
  CacheDir() {
    std::filesystem::remove_all(path);
    std::filesystem::create_directory(path);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  }
  ~CacheDir() { std::filesystem::remove_all(path); }

  std::vector<std::filesystem::path> list() const {
    std::vector<std::filesystem::path> entries;
    for (const std::filesystem::directory_entry &entry :
         std::filesystem::directory_iterator(path))
      entries.push_back(entry.path());
    return entries;
  }

  const std::filesystem::path path =
      std::filesystem::temp_directory_path() /
      ("fp8-timing-" + std::to_string(::getpid()));

private:
  Variable variable{"FP8_CACHE_DIR", path.string()};
};

inline std::string readFile(const std::filesystem::path &path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

inline void writeFile(const std::filesystem::path &path,
                      const std::string &text) {
  std::ofstream(path) << text;
  std::filesystem::permissions(path, std::filesystem::perms::owner_read |
                                         std::filesystem::perms::owner_write);
}

/// A matmul of 4 x 8 f32 numbers.
struct Product {
  Product() {
    desc.m = 4;
    desc.n = 8;
    desc.k = 16;
    desc.batch[0] = desc.batch[1] = 1;
    desc.lhs = {FP8RT_F32, 0, 16, 1, {0, 0}};
    desc.rhs = {FP8RT_F32, 0, 1, 16, {0, 0}};
    desc.out = {FP8RT_F32, 0, 8, 1, {0, 0}};
  }

  fp8rt_status create(fp8rt_cuda device, fp8rt_address memory) {
    fp8rt_cuda_buffer buffers[6] = {{0, 0},  {0, 1024}, {0, 2048},
                                    {-1, 0}, {-1, 0},   {-1, 0}};
    if (scaleOffset)
      buffers[3] = buffers[4] = {0, scaleOffset};
    if (desc.has_bias)
      buffers[5] = {0, 3072};
    fp8rt_cuda_op op = {};
    op.product = &desc;
    op.num_buffers = 6;
    op.buffers = buffers;
    op.event = -1;
    fp8rt_cuda_step_desc stepDesc = {FP8RT_ABI_VERSION, 0,   1, 1, 0,
                                     "train",           &op, 1};
    return fp8rt_cuda_step_create(device, nullptr, &stepDesc, &memory, &step);
  }

  fp8rt_gemm_desc desc = {};
  /// Offset of the scale of both operands, or 0.
  int64_t scaleOffset = 0;
  fp8rt_cuda_step step = nullptr;
};

/// Returns the results of one run on ones, in a new device.
inline std::vector<float> run(Product &product) {
  Device device;
  fp8rt_address memory = device.upload(std::vector<float>(1024, 1.0f));
  EXPECT_EQ(product.create(device, memory), FP8RT_OK) << fp8rt_last_error();
  if (!product.step)
    return {};
  EXPECT_EQ(device.download<float>(memory, 1024),
            std::vector<float>(1024, 1.0f));
  EXPECT_EQ(fp8rt_cuda_step_run(device, device.stream, product.step), FP8RT_OK)
      << fp8rt_last_error();
  std::vector<float> results = device.download<float>(memory, 1024);
  EXPECT_EQ(fp8rt_cuda_step_destroy(device, product.step), FP8RT_OK);
  product.step = nullptr;
  return std::vector<float>(results.begin() + 512, results.begin() + 512 + 32);
}

/// Returns the algorithm that the step calls, after a run of `product`.
inline int choose(Product product = {}) {
  EXPECT_EQ(run(product), std::vector<float>(32, 16.0f));
  // The capture is the last call.
  std::string trace = fp8mock_trace(), call = "\ncublasLtMatmul ";
  size_t at = trace.rfind(call);
  std::string line = trace.substr(at, trace.find('\n', at + 1) - at);
  size_t number = line.find(" algorithm ");
  return number == std::string::npos ? 0 : std::stoi(line.substr(number + 11));
}

/// The first call of each of two algorithms, seven samples, and the capture.
constexpr int kTwoTimed = 2 * (1 + 7) + 1;

} // namespace fp8rt::test

#endif // FP8_TEST_UNIT_RUNTIME_CUDATIMINGCASE_H
