//===- CUDATimingTest.cpp - The fastest algorithm of a matmul -------------===//

#include "CUDATestUtils.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <unistd.h>

using namespace fp8rt::test;
namespace fs = std::filesystem;

namespace {

/// A new folder of this user, which the variable names.
class CacheDir {
public:
  CacheDir() {
    fs::remove_all(path);
    fs::create_directory(path);
    fs::permissions(path, fs::perms::owner_all);
  }
  ~CacheDir() { fs::remove_all(path); }

  std::vector<fs::path> list() const {
    std::vector<fs::path> entries;
    for (const fs::directory_entry &entry : fs::directory_iterator(path))
      entries.push_back(entry.path());
    return entries;
  }

  const fs::path path =
      fs::temp_directory_path() / ("fp8-timing-" + std::to_string(::getpid()));

private:
  Variable variable{"FP8_CACHE_DIR", path.string()};
};

std::string readFile(const fs::path &path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void writeFile(const fs::path &path, const std::string &text) {
  std::ofstream(path) << text;
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
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
std::vector<float> run(Product &product) {
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
int choose(Product product = {}) {
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

TEST(CUDATiming, Fastest) {
  CacheDir cache;
  Variable times("FP8_MOCK_ALGORITHMS", "900,300,600,200,700,800,500,400,100");
  // The ninth algorithm is not considered.
  EXPECT_EQ(choose(), 3);
  ASSERT_EQ(cache.list().size(), 1u);
  EXPECT_NE(readFile(cache.list()[0]).find("\nmilliseconds 90"),
            std::string::npos);
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

TEST(CUDATiming, SecondProcess) {
  CacheDir cache;
  Variable times("FP8_MOCK_ALGORITHMS", "900,300");
  EXPECT_EQ(choose(), 1);
  EXPECT_EQ(count("cublasLtMatmul "), kTwoTimed);
  // Other times do not change the choice.
  Variable others("FP8_MOCK_ALGORITHMS", "300,900");
  EXPECT_EQ(choose(), 1);
  EXPECT_EQ(count("cublasLtMatmul "), 1);
  EXPECT_EQ(count("cublasLtMatmulAlgoGetHeuristic"), 0);
  // Entries are for one version of the library and one kind of GPU.
  {
    Variable version("FP8_MOCK_CUBLASLT", "130000");
    EXPECT_EQ(choose(), 0);
  }
  {
    Variable capability("FP8_MOCK_CAPABILITY", "100");
    EXPECT_EQ(choose(), 0);
  }
  EXPECT_EQ(cache.list().size(), 3u);
  EXPECT_EQ(choose(), 1);
}

TEST(CUDATiming, DamagedEntries) {
  CacheDir cache;
  Variable times("FP8_MOCK_ALGORITHMS", "900,300");
  EXPECT_EQ(choose(), 1);
  fs::path path = cache.list().at(0);
  std::string entry = readFile(path);
  std::vector<std::string> damaged = {"", entry.substr(0, entry.size() / 2),
                                      entry + "\n", std::string(8192, 'x')};
  // A digit of the algorithm, of the workspace and of the hash.
  for (const char *line : {"\nalgorithm ", "\nworkspace ", "\nhash "}) {
    std::string changed = entry;
    char &digit = changed[changed.find(line) + std::strlen(line)];
    digit = digit == '1' ? '2' : '1';
    damaged.push_back(changed);
  }
  for (const std::string &text : damaged) {
    SCOPED_TRACE(text);
    writeFile(path, text);
    EXPECT_EQ(choose(), 1);
    EXPECT_EQ(count("cublasLtMatmul "), kTwoTimed);
    EXPECT_EQ(readFile(path), entry);
  }
  EXPECT_EQ(cache.list().size(), 1u);
}

/// The library rejects the algorithm of an entry.
TEST(CUDATiming, StaleEntry) {
  CacheDir cache;
  {
    Variable times("FP8_MOCK_ALGORITHMS", "900,700,300");
    EXPECT_EQ(choose(), 2);
  }
  Variable times("FP8_MOCK_ALGORITHMS", "900,300");
  EXPECT_EQ(choose(), 1);
  EXPECT_EQ(choose(), 1);
  EXPECT_EQ(count("cublasLtMatmul "), 1);
}

TEST(CUDATiming, EntriesOfOthers) {
  CacheDir cache;
  Variable times("FP8_MOCK_ALGORITHMS", "900,300");
  EXPECT_EQ(choose(), 1);
  fs::path path = cache.list().at(0);
  fs::permissions(path, fs::perms::others_write, fs::perm_options::add);
  EXPECT_EQ(choose(), 1);
  EXPECT_EQ(count("cublasLtMatmul "), kTwoTimed);
  // A link is not followed.
  fs::path moved = cache.path / "moved";
  fs::rename(path, moved);
  fs::create_symlink(moved, path);
  EXPECT_EQ(choose(), 1);
  EXPECT_EQ(count("cublasLtMatmul "), kTwoTimed);
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(path)));
}

TEST(CUDATiming, FolderOfOthers) {
  CacheDir cache;
  Variable times("FP8_MOCK_ALGORITHMS", "900,300");
  fs::permissions(cache.path, fs::perms::others_write, fs::perm_options::add);
  testing::internal::CaptureStderr();
  EXPECT_EQ(choose(), 0);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "warning: not using the cache of FP8_CACHE_DIR: expected " +
                cache.path.string() +
                " to be a folder of this user that no other user may write to, "
                "but its group or others may write to it\n");
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
    int calls = hasPointers ? 1 : 3;
    EXPECT_EQ(count("cublasLtMatmul "), calls * kTwoTimed);
  }
}

/// Another process keeps an algorithm before this one measures, and meanwhile.
TEST(CUDATiming, FirstEntryWins) {
  CacheDir cache;
  {
    Variable times("FP8_MOCK_ALGORITHMS", "900,300,500");
    EXPECT_EQ(choose(), 1);
  }
  static fs::path path;
  static std::string entry;
  path = cache.list().at(0);
  entry = readFile(path);
  Variable times("FP8_MOCK_ALGORITHMS", "300,500,900");
  for (const char *call :
       {"cublasLtMatmulAlgoGetHeuristic", "cuEventElapsedTime"}) {
    SCOPED_TRACE(call);
    fs::remove(path);
    Device device;
    fp8rt_address memory = device.upload(std::vector<float>(1024, 1.0f));
    Product product;
    fp8mock_on_call(call, [] { writeFile(path, entry); });
    ASSERT_EQ(product.create(device, memory), FP8RT_OK) << fp8rt_last_error();
    EXPECT_EQ(count("cublasLtMatmul 8x4x16 f32,f32 TN algorithm 1"), 1 + 7 + 1);
    EXPECT_EQ(readFile(path), entry);
    EXPECT_EQ(cache.list().size(), 1u);
    EXPECT_EQ(fp8rt_cuda_step_destroy(device, product.step), FP8RT_OK);
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
