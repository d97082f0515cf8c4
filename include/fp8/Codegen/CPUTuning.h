//===- CPUTuning.h - in what CPUs differ ------------------------*- C++ -*-===//
#ifndef FP8_CODEGEN_CPUTUNING_H
#define FP8_CODEGEN_CPUTUNING_H

#include "mlir/Support/LLVM.h"

namespace mlir::fp8 {

/// What CPUs with registers of the same width differ in. Nothing of it changes
/// a result. What is set here is what the Intel CPUs like that were measured.
struct CPUTuning {
  /// Kernels that move at least so many bytes store whole lines of results past
  /// the cache; 0: none do.
  ///
  /// A line that is stored past the cache need not be read first, which saves a
  /// third of what a copy moves. On Zen 5 that is what it gains; on Intel a
  /// buffer of the first-level cache is busy for as long as a line takes to
  /// memory, and that costs more. Of a kernel that moves less than the
  /// last-level cache holds the next one would have found the results there.
  int64_t streamedBytes = 0;
  /// How far ahead of a batch of granules memory is read, at least. What is in
  /// flight has to cover the time that a line takes: Zen 5 moves twice as many
  /// bytes in it.
  int64_t batchAheadBytes = 4096;
  /// Of blocks under one scale each the last phase of one and the first of the
  /// next run row by row in one loop, which fetches so many rows ahead; 0: one
  /// after the other, and the last one fetches the next block, all of it. That
  /// is faster on Zen 5, probably because its own prefetching then has one walk
  /// to follow.
  int64_t blockRowsAhead = 8;
};

/// For the CPU that LLVM calls so, or for this machine's if that is `native`;
/// what is not known is as above.
CPUTuning getCPUTuning(StringRef cpu);

} // namespace mlir::fp8

#endif // FP8_CODEGEN_CPUTUNING_H
