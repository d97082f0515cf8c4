//===- Problem.cpp - Named buffers, and kernels bound to them -------------===//

#include "Bench.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sstream>

using namespace bench;

void bench::die(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::fputs("fp8-bench: ", stderr);
  std::vfprintf(stderr, format, arguments);
  std::fputc('\n', stderr);
  va_end(arguments);
  std::exit(1);
}

void bench::require(fp8rt_status status) {
  if (status != FP8RT_OK)
    die("%s", fp8rt_last_error());
}

Problem::~Problem() {
  for (const Buffer &buffer : buffers)
    require(fp8rt_free(context, buffer.data));
}

void *Problem::addBytes(const char *name, int64_t bytes, Role role) {
  Buffer buffer = {name, nullptr, bytes, role};
  require(fp8rt_alloc(context, static_cast<uint64_t>(bytes), 64, &buffer.data));
  buffers.push_back(buffer);
  return buffer.data;
}

const Problem::Buffer &Problem::find(const std::string &name) const {
  for (const Buffer &buffer : buffers)
    if (buffer.name == name)
      return buffer;
  die("no buffer is called '%s'", name.c_str());
}

int64_t Problem::size(const std::string &name) const {
  for (const auto &[key, value] : sizes)
    if (key == name)
      return value;
  die("no size is called '%s'", name.c_str());
}

std::string Problem::firstDifference(const Problem &other) const {
  for (const Buffer &buffer : buffers)
    if (buffer.role == Output &&
        std::memcmp(buffer.data, other.find(buffer.name).data,
                    static_cast<size_t>(buffer.bytes)) != 0)
      return buffer.name;
  return "";
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static std::vector<std::string> wordsOf(const char *text) {
  std::istringstream stream(text ? text : "");
  std::vector<std::string> words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  return words;
}

BoundKernel::BoundKernel(const fp8_bench_kernel &bench, const Problem &problem)
    : kernel(bench.kernel), items(problem.size(bench.items)) {
  for (const std::string &name : wordsOf(bench.pointers))
    pointers.push_back(problem.get<void>(name));
  for (const std::string &name : wordsOf(bench.sizes))
    sizes.push_back(problem.size(name));
  if (static_cast<size_t>(kernel->num_pointers) != pointers.size() ||
      static_cast<size_t>(kernel->num_sizes) != sizes.size())
    die("%s of %s takes %d pointers and %d sizes, but %zu and %zu are named",
        bench.name, bench.benchmark, static_cast<int>(kernel->num_pointers),
        static_cast<int>(kernel->num_sizes), pointers.size(), sizes.size());
}

BoundKernel::BoundKernel(const GeneratedKernel &generated, Problem &problem)
    : kernel(&generated.kernel), items(generated.numItems) {
  for (const std::string &name : generated.buffers)
    pointers.push_back(problem.get<void>(name));
  for (int64_t bytes : generated.scratch)
    pointers.push_back(problem.add<char>("", bytes, Problem::Scratch));
}

void BoundKernel::run(fp8rt_context context) const {
  require(fp8rt_launch(context, nullptr, kernel, items, pointers.data(),
                       sizes.data()));
}

std::vector<fp8_bench_kernel> bench::allKernels(const std::string &file) {
  std::vector<fp8_bench_kernel> kernels;
  auto append = [&](const fp8_bench_kernel *table) {
    for (; table->benchmark; ++table)
      kernels.push_back(*table);
  };
  // Try the widest instruction set first: the first floor that is found is
  // used.
  if (__builtin_cpu_supports("avx512vbmi") &&
      __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq")) {
    append(kernelsAVX512());
    append(storedKernelsAVX512());
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    append(kernelsAVX2());
  if (!file.empty()) {
    void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      die("%s", dlerror());
    auto *table = static_cast<const fp8_bench_kernel *>(
        dlsym(library, "fp8_bench_kernels"));
    if (!table)
      die("%s exports no fp8_bench_kernels", file.c_str());
    append(table);
  }
  return kernels;
}
