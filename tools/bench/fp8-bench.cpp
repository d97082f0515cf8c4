//===- fp8-bench.cpp - Kernels compared with their memory traffic ---------===//

#include "Bench.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

using namespace bench;

static const char usage[] =
    "usage: fp8-bench [--list] [--check] [--filter=TEXT] [--no-gemm]\n"
    "                 [--threads=1,2]\n"
    "                 [--samples=N] [--seconds=N] [--kernels=FILE.so]\n"
    "                 [--generated=DIRECTORY] [--json=FILE]\n"
    "\n"
    "  --list     the benchmarks, their buffers' users, and stop\n"
    "  --check    compare every kernel with the declared numerics, and stop\n"
    "  --filter   benchmarks whose name contains TEXT\n"
    "  --no-gemm  no products of matrices\n"
    "  --threads  thread counts, one measurement each\n"
    "  --samples  pairs with the floor that are kept (11)\n"
    "  --seconds  the most that one line of the table may take (20)\n"
    "  --kernels  a shared object of more kernels: see BenchKernel.h\n"
    "  --generated  texts of kernels to compile and run: tools/bench/kernels\n"
    "  --json     write the table to FILE too\n";

static int positive(const std::string &text) {
  char *end = nullptr;
  long value = std::strtol(text.c_str(), &end, 10);
  if (*end != 0 || value < 1 || value > 1024)
    die("'%s' is not a number from 1 to 1024", text.c_str());
  return static_cast<int>(value);
}

static Options parse(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    size_t equals = argument.find('=');
    std::string key = argument.substr(0, equals);
    std::string value =
        equals == std::string::npos ? "" : argument.substr(equals + 1);
    if (key == "--list") {
      options.list = true;
    } else if (key == "--no-gemm") {
      options.gemm = false;
    } else if (key == "--check") {
      options.checkOnly = true;
    } else if (key == "--filter") {
      options.filter = value;
    } else if (key == "--samples") {
      options.samples = positive(value);
    } else if (key == "--seconds") {
      options.seconds = positive(value);
    } else if (key == "--kernels") {
      options.kernels = value;
    } else if (key == "--generated") {
      options.generated = value;
    } else if (key == "--json") {
      options.json = value;
    } else if (key == "--threads") {
      options.threads.clear();
      std::istringstream stream(value);
      for (std::string part; std::getline(stream, part, ',');)
        options.threads.push_back(positive(part));
    } else {
      std::fputs(usage, key == "--help" ? stdout : stderr);
      std::exit(key == "--help" ? 0 : 1);
    }
  }
  return options;
}

static bool isFloor(const fp8_bench_kernel &kernel) {
  return std::strcmp(kernel.name, "floor") == 0;
}

static void compare(const char *kernel, const Case &benchmark, int variant,
                    const Problem &actual, const Problem &expected) {
  std::string difference = actual.firstDifference(expected);
  if (!difference.empty())
    die("%s of %s, variant %d: %s differs from the declared numerics", kernel,
        benchmark.name, variant, difference.c_str());
}

/// Checks a compiled kernel. It has a single shape, so it is checked on the
/// measured data. The emitter's own tests cover odd shapes and values.
static void check(fp8rt_context context, const Case &benchmark,
                  const GeneratedKernel &kernel) {
  Problem actual = benchmark.make(context, 0);
  Problem expected = benchmark.make(context, 0);
  BoundKernel(kernel, actual).run(context);
  benchmark.reference(expected);
  compare("generated", benchmark, 0, actual, expected);
}

/// Checks every small variant, bit for bit.
static void check(fp8rt_context context, const Case &benchmark,
                  const fp8_bench_kernel &kernel) {
  for (int variant = 1; variant < benchmark.numVariants; ++variant) {
    Problem actual = benchmark.make(context, variant);
    Problem expected = benchmark.make(context, variant);
    BoundKernel(kernel, actual).run(context);
    benchmark.reference(expected);
    compare(kernel.name, benchmark, variant, actual, expected);
  }
}

static void runCase(const Options &options, const Case &benchmark,
                    const std::vector<fp8_bench_kernel> &all,
                    const std::vector<GeneratedKernel> &allGenerated,
                    std::vector<Row> &rows) {
  const GeneratedKernel *generated = nullptr;
  for (const GeneratedKernel &kernel : allGenerated)
    if (kernel.benchmark == benchmark.name)
      generated = &kernel;
  std::vector<fp8_bench_kernel> kernels;
  for (const fp8_bench_kernel &kernel : all)
    if (std::strcmp(kernel.benchmark, benchmark.name) == 0)
      kernels.push_back(kernel);
  const fp8_bench_kernel *floor = nullptr;
  for (const fp8_bench_kernel &kernel : kernels)
    if (!floor && isFloor(kernel))
      floor = &kernel;
  if (!floor)
    die("%s: this CPU has neither AVX2 nor AVX-512", benchmark.name);
  for (int threads : options.threads) {
    // Use guard pages, because kernels may contain errors.
    fp8rt_options contextOptions = {sizeof(contextOptions), threads,
                                    FP8RT_GUARD};
    fp8rt_context context;
    require(fp8rt_context_create(&contextOptions, &context));
    for (const fp8_bench_kernel &kernel : kernels)
      if (!isFloor(kernel))
        check(context, benchmark, kernel);
    if (generated)
      check(context, benchmark, *generated);
    require(fp8rt_context_destroy(context));
    if (options.checkOnly)
      continue;

    contextOptions.flags = 0;
    require(fp8rt_context_create(&contextOptions, &context));
    {
      Problem problem = benchmark.make(context, 0);
      BoundKernel boundFloor(*floor, problem);
      std::vector<std::function<void()>> calls;
      std::vector<std::string> names;
      for (const fp8_bench_kernel &kernel : kernels) {
        if (isFloor(kernel) && &kernel != floor)
          continue;
        calls.push_back([context, bound = BoundKernel(kernel, problem)] {
          bound.run(context);
        });
        names.push_back(kernel.name);
      }
      if (generated) {
        calls.push_back([context, bound = BoundKernel(*generated, problem)] {
          bound.run(context);
        });
        names.push_back("generated");
      }
      std::vector<Sampled> sampled =
          measure([&] { boundFloor.run(context); }, calls, threads, options);
      for (size_t i = 0; i < calls.size(); ++i) {
        rows.push_back({benchmark.name, names[i], threads, sampled[i],
                        problem.bytesMoved});
        printRow(rows.back());
      }
    }
    require(fp8rt_context_destroy(context));
  }
}
int main(int argc, char **argv) {
  Options options = parse(argc, argv);
  std::vector<fp8_bench_kernel> kernels = allKernels(options.kernels);
  std::vector<GeneratedKernel> generated;
  if (!options.generated.empty()) {
    generated = compileKernels(options.generated);
    if (generated.empty())
      die("no kernels in %s", options.generated.c_str());
  }
  if (options.list) {
    for (const Case &benchmark : allCases())
      std::printf("%-16s %s\n", benchmark.name, benchmark.what);
    for (const fp8_bench_kernel &kernel : kernels)
      std::printf("%-16s %-12s (%s) (%s) over %s\n", kernel.benchmark,
                  kernel.name, kernel.pointers, kernel.sizes, kernel.items);
    return 0;
  }
  std::vector<Row> rows;
  if (!options.checkOnly)
    printHeader();
  for (const Case &benchmark : allCases())
    if (std::string(benchmark.name).find(options.filter) != std::string::npos)
      runCase(options, benchmark, kernels, generated, rows);
  if (!options.checkOnly && options.gemm)
    measureGemms(options, rows);
  if (!options.json.empty())
    writeJson(options.json, rows);
  return 0;
}
