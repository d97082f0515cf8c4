//===- StepReport.h - what a compiled step takes ----------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_STEPREPORT_H
#define FP8_ANALYSIS_STEPREPORT_H

#include "fp8/Analysis/KernelTraffic.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>
#include <vector>

namespace llvm::json {
class OStream;
}

namespace mlir::fp8 {

/// Kernels of one name, or the products.
struct KernelKindReport {
  std::string kind;
  int64_t numLaunches = 0;
  /// Compiled functions; equal kernels share one. 0 before emission.
  int64_t numFunctions = 0;
  KernelTraffic traffic;
};

/// What lies in the arena at the peak.
struct BufferReport {
  int64_t bytes = 0;
  std::string type;
  /// The first op that touches it, and where that comes from.
  std::string madeBy, location;
};

struct StepMemory {
  int64_t arenaBytes = 0;
  /// The most that lives at one op: a lower bound of any arena.
  int64_t livePeakBytes = 0;
  /// Arguments that are updated in place, that are only read, that results are
  /// written to.
  int64_t stateBytes = 0, inputBytes = 0, resultBytes = 0;
  int64_t constantBytes = 0;
  /// What of the arena updates of states read, and the most of it that lives at
  /// one op.
  int64_t gradientBytes = 0, liveGradientBytes = 0;
  /// The op of the peak, and what lives there, largest first.
  std::string peakOp, peakLocation;
  std::vector<BufferReport> peakBuffers;
};

/// What is kept from the forward to the backward, and computed again, as
/// `--fp8-remat` has counted it.
struct StepRemat {
  int64_t keptBytes = 0, values = 0, bytes = 0, flops = 0;
};

/// What one function of Fused or Planned form takes, from its ops alone.
struct StepReport {
  static StepReport compute(func::FuncOp function);

  /// Lists at most `numBuffers` of the peak.
  void printTable(raw_ostream &os, unsigned numBuffers) const;
  void printJSON(llvm::json::OStream &os, unsigned numBuffers) const;

  std::string function;
  /// Sorted by kind.
  std::vector<KernelKindReport> kernels;
  KernelKindReport products;
  /// Multiplications and additions of the products.
  int64_t productFlops = 0;
  KernelKindReport total;
  /// Where the pass ran.
  std::optional<StepRemat> remat;
  /// Of Planned form.
  std::optional<StepMemory> memory;
};

/// Whether `function` is a step of Fused or Planned form: public functions on
/// bare pointers are emitted kernels.
bool isStepFunction(func::FuncOp function);

/// The first file and line of `loc`, as "step.mlir:12", or nothing.
std::string getPlace(Location loc);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_STEPREPORT_H
