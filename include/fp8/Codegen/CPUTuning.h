//===- CPUTuning.h - CPU-specific tuning parameters -------------*- C++ -*-===//
#ifndef FP8_CODEGEN_CPUTUNING_H
#define FP8_CODEGEN_CPUTUNING_H

#include "mlir/Support/LLVM.h"

namespace mlir::fp8 {

/// CPU-specific tuning parameters, which may differ between CPUs with the same
/// vector width. They never change a result. The defaults suit the Intel CPUs
/// that were measured.
struct CPUTuning {
  /// Kernels that move at least this many bytes use non-temporal stores for
  /// whole cache lines of results. 0 disables non-temporal stores.
  ///
  /// A non-temporal store of a whole line does not read the line first, which
  /// saves a third of the memory traffic of a copy. Zen 5 gains that much. On
  /// Intel, the store costs more than it saves: it occupies a first-level cache
  /// buffer until the line reaches memory. A kernel that moves fewer bytes than
  /// the last-level cache holds should use ordinary stores, so that the next
  /// kernel finds the results in the cache.
  int64_t streamedBytes = 0;
  /// Minimum prefetch distance for a batch of scaling blocks, in bytes. The
  /// prefetched bytes must arrive before they are needed: the distance is
  /// memory bandwidth times memory latency. Zen 5 moves twice as many bytes
  /// during the latency.
  int64_t batchAheadBytes = 4096;
  /// Prefetch distance, in rows, for consecutive blocks with one scale each. If
  /// it is not 0, one loop runs the last phase of a block and the first phase
  /// of the next block row by row. If it is 0, the phases run one after the
  /// other, and the last phase prefetches the whole next block. 0 is faster on
  /// Zen 5, probably because the hardware prefetcher then has only one access
  /// stream to follow.
  int64_t blockRowsAhead = 8;
};

/// Returns the tuning parameters for the CPU with the LLVM name `cpu`; `native`
/// is the CPU of this machine. Unknown CPUs get the defaults.
CPUTuning getCPUTuning(StringRef cpu);

} // namespace mlir::fp8

#endif // FP8_CODEGEN_CPUTUNING_H
