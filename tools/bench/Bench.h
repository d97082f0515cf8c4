//===- Bench.h - Benchmark cases, kernels and measurements ------*- C++ -*-===//

#ifndef FP8_TOOLS_BENCH_BENCH_H
#define FP8_TOOLS_BENCH_BENCH_H

#include "BenchKernel.h"
#include "Generated.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// Prints the message and ends the program. There is nothing to clean up.
[[noreturn, gnu::format(printf, 1, 2)]] void die(const char *format, ...);

/// Ends the program on an error of the runtime.
void require(fp8rt_status status);

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

/// The buffers and sizes of one case, by name.
class Problem {
public:
  explicit Problem(fp8rt_context context) : context(context) {}
  ~Problem();
  Problem(Problem &&) = default;
  Problem &operator=(Problem &&) = delete;

  enum Role { Input, Output, Scratch };

  template <typename T>
  T *add(const char *name, int64_t count, Role role) {
    return static_cast<T *>(
        addBytes(name, count * static_cast<int64_t>(sizeof(T)), role));
  }
  template <typename T>
  T *get(const std::string &name) const {
    return static_cast<T *>(find(name).data);
  }
  void setSize(const char *name, int64_t value) {
    sizes.emplace_back(name, value);
  }
  int64_t size(const std::string &name) const;

  /// Returns the name of the first output that differs in any bit, or "" if
  /// there is none.
  std::string firstDifference(const Problem &other) const;

  /// Bytes that an ideal kernel reads and writes.
  double bytesMoved = 0;

private:
  struct Buffer {
    std::string name;
    void *data;
    int64_t bytes;
    Role role;
  };

  void *addBytes(const char *name, int64_t bytes, Role role);
  const Buffer &find(const std::string &name) const;

  fp8rt_context context;
  std::vector<Buffer> buffers;
  std::vector<std::pair<std::string, int64_t>> sizes;
};

struct Case {
  const char *name;
  const char *what;
  /// Number of variants. Variant 0 is measured; the others are small, with
  /// unusual shapes and values, and are only checked.
  int numVariants;
  Problem (*make)(fp8rt_context context, int variant);
  /// Computes the declared result, element by element.
  void (*reference)(Problem &problem);
};

const std::vector<Case> &allCases();
const std::vector<Case> &granuleCases();
const std::vector<Case> &storedCases();

/// Fills `data` with nonzero values, since hardware is faster on zeros.
void fill(float *data, int64_t n, uint64_t seed, float scale);
/// Fills `data` with arbitrary bits, including infinities, NaNs, ties and
/// subnormals.
void fillBits(float *data, int64_t n, uint64_t seed, bool withNaN);

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

const fp8_bench_kernel *kernelsAVX512();
const fp8_bench_kernel *storedKernelsAVX512();
const fp8_bench_kernel *kernelsAVX2();

/// Returns all kernels that this CPU can run, with the best floor of each case
/// first. If `file` is not empty, it is a shared object whose kernels are
/// added.
std::vector<fp8_bench_kernel> allKernels(const std::string &file);

/// A kernel with the buffers and sizes of its arguments.
class BoundKernel {
public:
  BoundKernel(const fp8_bench_kernel &kernel, const Problem &problem);
  /// Binds the kernel, and adds its scratch buffers to the problem.
  BoundKernel(const GeneratedKernel &kernel, Problem &problem);
  void run(fp8rt_context context) const;

private:
  const fp8rt_kernel *kernel;
  std::vector<void *> pointers;
  std::vector<int64_t> sizes;
  int64_t items;
};

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

struct Quartiles {
  double low = 0, median = 0, high = 0;
};
Quartiles quartilesOf(std::vector<double> values);

struct Options {
  std::vector<int> threads = {1, 2};
  int samples = 11;
  int seconds = 20;
  std::string filter, json, kernels, generated;
  bool list = false, checkOnly = false, gemm = true;
};

/// Times calls in turns, each between two runs of `floor`. Discards a sample if
/// these two runs differ by more than 15 %, because the machine was busy. Stops
/// after `options.seconds`.
struct Sampled {
  Quartiles seconds;
  /// Time of the floor divided by time of the kernel, over the pairs.
  Quartiles ratio;
  int samples = 0, dropped = 0;
};
std::vector<Sampled> measure(const std::function<void()> &floor,
                             const std::vector<std::function<void()>> &calls,
                             int threads, const Options &options);

/// A line of the table and of the JSON file.
struct Row {
  std::string benchmark, kernel;
  int threads;
  Sampled sampled;
  double bytes = 0, flops = 0; // exactly one of the two is nonzero
};

void printHeader();
void printRow(const Row &row);
void writeJson(const std::string &path, const std::vector<Row> &rows);

/// Measures matmuls of f32, bf16 and e4m3.
void measureGemms(const Options &options, std::vector<Row> &rows);

} // namespace bench

#endif // FP8_TOOLS_BENCH_BENCH_H
