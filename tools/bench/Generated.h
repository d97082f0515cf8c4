//===- Generated.h - Kernels that the compiler generates --------*- C++ -*-===//

#ifndef FP8_TOOLS_BENCH_GENERATED_H
#define FP8_TOOLS_BENCH_GENERATED_H

#include "fp8/Runtime/fp8rt.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace bench {

/// A file of `kernels/`, compiled for this machine.
struct GeneratedKernel {
  /// Name of the case, which is the name of the file.
  std::string benchmark;
  /// Buffers of the case in the order of the function's arguments.
  std::vector<std::string> buffers;
  /// Size of each scratch buffer, in bytes. Their pointers follow the buffers.
  std::vector<int64_t> scratch;
  int64_t numItems = 0;
  fp8rt_kernel kernel = {};
  /// Keeps the code alive.
  std::shared_ptr<void> code;
};

/// Compiles every .mlir file of a directory, as --fp8-expand-math,
/// --fp8-emit-cpu and the kernel JIT do. If one is invalid, prints the reason
/// to stderr and returns nothing.
std::vector<GeneratedKernel> compileKernels(const std::string &directory);

/// Returns the name of the compiler, and the width of vectors in bits.
std::string getGeneratedCompiler();
unsigned getGeneratedVectorBits();

} // namespace bench

#endif // FP8_TOOLS_BENCH_GENERATED_H
