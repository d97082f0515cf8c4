//===- Generated.h - Kernels that the compiler makes ------------*- C++ -*-===//

#ifndef FP8_TOOLS_BENCH_GENERATED_H
#define FP8_TOOLS_BENCH_GENERATED_H

#include "fp8/Runtime/fp8rt.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace bench {

/// A text of `kernels/`, compiled for this machine.
struct GeneratedKernel {
  /// The case it belongs to: the name of the file.
  std::string benchmark;
  /// The case's buffers in the order of the function's arguments.
  std::vector<std::string> buffers;
  /// Bytes of each scratch buffer, whose pointers follow.
  std::vector<int64_t> scratch;
  int64_t numItems = 0;
  fp8rt_kernel kernel = {};
  /// Keeps the code.
  std::shared_ptr<void> code;
};

/// Compiles every .mlir file of a directory, as --fp8-expand-math,
/// --fp8-emit-cpu and the kernel JIT do. Says on stderr what is wrong with one
/// that is not as it should be, and then returns nothing.
std::vector<GeneratedKernel> compileKernels(const std::string &directory);

/// What they are compiled by, and the bits of the vectors.
std::string getGeneratedCompiler();
unsigned getGeneratedVectorBits();

} // namespace bench

#endif // FP8_TOOLS_BENCH_GENERATED_H
