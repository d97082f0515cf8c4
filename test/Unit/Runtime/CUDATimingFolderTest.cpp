//===- CUDATimingFolderTest.cpp - The folder of algorithms of matmuls -----===//

#include "CUDATimingCase.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

using namespace fp8rt::test;
namespace fs = std::filesystem;

/// Errors of the functions below, or 0.
static int linkError = 0, renameError = 0;
static int numLinks = 0, numRenames = 0;

// The runtime calls these functions instead of the functions of the C library.
extern "C" int linkat(int from, const char *fromName, int to,
                      const char *toName, int flags) noexcept {
  ++numLinks;
  if (linkError == 0)
    return static_cast<int>(
        ::syscall(SYS_linkat, from, fromName, to, toName, flags));
  errno = linkError;
  return -1;
}
extern "C" int renameat2(int from, const char *fromName, int to,
                         const char *toName, unsigned flags) noexcept {
  ++numRenames;
  if (renameError == 0)
    return static_cast<int>(
        ::syscall(SYS_renameat2, from, fromName, to, toName, flags));
  errno = renameError;
  return -1;
}

namespace {

const std::string kWarning =
    "warning: a matmul takes cuBLASLt's first algorithm, because the folder of "
    "FP8_CACHE_DIR does not keep the fastest one: ";

/// Returns the algorithm that `choose` returns, and the output on stderr.
std::pair<int, std::string> chooseWithWarning() {
  testing::internal::CaptureStderr();
  int chosen = choose();
  return {chosen, testing::internal::GetCapturedStderr()};
}

/// File systems without hard links.
class WithoutLinks {
public:
  explicit WithoutLinks(int error = 0) {
    linkError = EPERM;
    renameError = error;
    numLinks = numRenames = 0;
  }
  ~WithoutLinks() { linkError = renameError = 0; }
};

TEST(CUDATimingFolder, SecondProcess) {
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

TEST(CUDATimingFolder, DamagedEntries) {
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
TEST(CUDATimingFolder, StaleEntry) {
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

TEST(CUDATimingFolder, EntriesOfOthers) {
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

TEST(CUDATimingFolder, FolderOfOthers) {
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

/// Another process stores an algorithm before this process measures, or while
/// it measures.
TEST(CUDATimingFolder, FirstEntryWins) {
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

/// Another process replaces an entry while the library rejects it.
TEST(CUDATimingFolder, NewEntryIsNotDeleted) {
  CacheDir cache;
  {
    Variable times("FP8_MOCK_ALGORITHMS", "900,300");
    EXPECT_EQ(choose(), 1);
  }
  static fs::path path;
  static std::string entry;
  path = cache.list().at(0);
  entry = readFile(path);
  fs::remove(path);
  {
    Variable times("FP8_MOCK_ALGORITHMS", "900,700,300");
    EXPECT_EQ(choose(), 2);
  }
  Variable times("FP8_MOCK_ALGORITHMS", "300,900");
  Device device;
  fp8rt_address memory = device.upload(std::vector<float>(1024, 1.0f));
  Product product;
  fp8mock_on_call("cublasLtMatmulAlgoCheck", [] {
    fs::remove(path);
    writeFile(path, entry);
  });
  ASSERT_EQ(product.create(device, memory), FP8RT_OK) << fp8rt_last_error();
  EXPECT_EQ(readFile(path), entry);
  EXPECT_EQ(count("cublasLtMatmul 8x4x16 f32,f32 TN algorithm 1"), 1 + 7 + 1);
  EXPECT_EQ(fp8rt_cuda_step_destroy(device, product.step), FP8RT_OK);
}

/// A measured algorithm that cannot be stored is not used either, because the
/// next process may measure another algorithm as the fastest one.
TEST(CUDATimingFolder, LostFolder) {
  CacheDir cache;
  Variable times("FP8_MOCK_ALGORITHMS", "900,300");
  static fs::path path;
  path = cache.path;
  Device device;
  fp8rt_address memory = device.upload(std::vector<float>(1024, 1.0f));
  Product product, other;
  other.desc.m = 2;
  fp8mock_on_call("cuEventElapsedTime", [] { fs::remove_all(path); });
  testing::internal::CaptureStderr();
  ASSERT_EQ(product.create(device, memory), FP8RT_OK) << fp8rt_last_error();
  EXPECT_EQ(count("cublasLtMatmul 8x4x16 f32,f32 TN algorithm 1"), 1 + 7);
  // The warning appears once.
  ASSERT_EQ(other.create(device, memory), FP8RT_OK) << fp8rt_last_error();
  EXPECT_EQ(count("cublasLtMatmul 8x2x16 f32,f32 TN algorithm 1"), 1 + 7);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            kWarning + std::strerror(ENOENT) + "\n");
  for (fp8rt_cuda_step step : {product.step, other.step})
    EXPECT_EQ(fp8rt_cuda_step_destroy(device, step), FP8RT_OK);
}

/// If too many files are open, the entry is not treated as damaged.
TEST(CUDATimingFolder, TooManyFiles) {
  CacheDir cache;
  Variable times("FP8_MOCK_ALGORITHMS", "900,300");
  EXPECT_EQ(choose(), 1);
  fs::path path = cache.list().at(0);
  std::string entry = readFile(path);
  Device device;
  fp8rt_address memory = device.upload(std::vector<float>(1024, 1.0f));
  Product product;
  static rlimit limit;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  // The folder is open before this call.
  fp8mock_on_call("cuDeviceGetName", [] {
    rlimit none = {0, limit.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  });
  testing::internal::CaptureStderr();
  fp8rt_status status = product.create(device, memory);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  ASSERT_EQ(status, FP8RT_OK) << fp8rt_last_error();
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            kWarning + std::strerror(EMFILE) + "\n");
  EXPECT_EQ(readFile(path), entry);
  EXPECT_EQ(fp8rt_cuda_step_destroy(device, product.step), FP8RT_OK);
}

TEST(CUDATimingFolder, NoLinks) {
  CacheDir cache;
  WithoutLinks set;
  Variable times("FP8_MOCK_ALGORITHMS", "900,300");
  EXPECT_EQ(choose(), 1);
  EXPECT_EQ(choose(), 1);
  EXPECT_EQ(cache.list().size(), 1u);
  EXPECT_EQ(std::pair(numLinks, numRenames), std::pair(1, 1));
}

/// The first entry wins without hard links, too.
TEST(CUDATimingFolder, NoLinksFirstEntryWins) {
  CacheDir cache;
  {
    Variable times("FP8_MOCK_ALGORITHMS", "900,300");
    EXPECT_EQ(choose(), 1);
  }
  static fs::path path;
  static std::string entry;
  path = cache.list().at(0);
  entry = readFile(path);
  fs::remove(path);
  WithoutLinks set;
  Variable times("FP8_MOCK_ALGORITHMS", "300,900");
  Device device;
  fp8rt_address memory = device.upload(std::vector<float>(1024, 1.0f));
  Product product;
  fp8mock_on_call("cuEventElapsedTime", [] { writeFile(path, entry); });
  ASSERT_EQ(product.create(device, memory), FP8RT_OK) << fp8rt_last_error();
  EXPECT_EQ(count("cublasLtMatmul 8x4x16 f32,f32 TN algorithm 1"), 1 + 7 + 1);
  EXPECT_EQ(readFile(path), entry);
  EXPECT_EQ(cache.list().size(), 1u);
  EXPECT_EQ(numRenames, 1);
  EXPECT_EQ(fp8rt_cuda_step_destroy(device, product.step), FP8RT_OK);
}

/// If neither function works, nothing is stored.
TEST(CUDATimingFolder, NoLinksNorRenames) {
  CacheDir cache;
  WithoutLinks set(EINVAL);
  Variable times("FP8_MOCK_ALGORITHMS", "900,300");
  EXPECT_EQ(chooseWithWarning(),
            std::pair(0, kWarning + std::strerror(EINVAL) + "\n"));
  EXPECT_TRUE(cache.list().empty());
}

/// Processes that were killed left temporary files.
TEST(CUDATimingFolder, OldTemporaries) {
  CacheDir cache;
  auto now = fs::file_time_type::clock::now();
  for (auto [name, minutes] :
       {std::pair("matmul-0.tmp-1-1", 61), std::pair("matmul-0.tmp-1-2", 59),
        std::pair("matmul-0", 61), std::pair("kernel.tmp-1", 61)}) {
    writeFile(cache.path / name, "x");
    fs::last_write_time(cache.path / name, now - std::chrono::minutes(minutes));
  }
  EXPECT_EQ(choose(), 0);
  EXPECT_FALSE(fs::exists(cache.path / "matmul-0.tmp-1-1"));
  EXPECT_EQ(cache.list().size(), 3u);
}

} // namespace
