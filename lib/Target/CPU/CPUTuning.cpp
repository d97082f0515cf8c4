//===- CPUTuning.cpp - CPU-specific tuning parameters ---------------------===//

#include "fp8/Codegen/CPUTuning.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::fp8;

/// Size of the last-level cache that the cores of a Zen chiplet share, in
/// bytes.
static constexpr int64_t kZenCacheBytes = 32 << 20;

CPUTuning mlir::fp8::getCPUTuning(StringRef cpu) {
  CPUTuning tuning;
  if (cpu == "native")
    cpu = llvm::sys::getHostCPUName();
  bool isZen = llvm::StringSwitch<bool>(cpu)
                   .Cases({"znver4", "znver5"}, true)
                   .Default(false);
  if (!isZen)
    return tuning;
  tuning.streamedBytes = kZenCacheBytes;
  tuning.batchAheadBytes = 16384;
  tuning.blockRowsAhead = 0;
  return tuning;
}
