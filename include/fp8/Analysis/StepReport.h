//===- StepReport.h - cost of a compiled step -------------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_STEPREPORT_H
#define FP8_ANALYSIS_STEPREPORT_H

#include "fp8/Analysis/SourceName.h"
#include "fp8/Analysis/StepOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>
#include <vector>

namespace llvm::json {
class OStream;
}

namespace mlir::fp8 {

/// Totals of the kernels with one name, or of the matmuls.
struct KernelKindReport {
  std::string kind;
  int64_t numLaunches = 0;
  /// Number of compiled functions; equal kernels share one. 0 before emission.
  int64_t numFunctions = 0;
  KernelTraffic traffic;
};

/// Totals of the exchanges of one kind of op along the same axes of the mesh.
struct ExchangeReport {
  /// The name of the op, and the axes, such as "dp".
  std::string kind, axes;
  int64_t numCalls = 0;
  /// Bytes that a rank sends to other ranks. A rank that holds padding sends
  /// fewer.
  int64_t sentBytes = 0;
};

/// A buffer of the arena that is live at the peak.
struct BufferReport {
  int64_t bytes = 0;
  std::string type;
  /// The name of the first op that accesses the buffer, the name of its tensor,
  /// and its location.
  std::string madeBy, tensor, location;
};

struct StepMemory {
  int64_t arenaBytes = 0;
  /// The maximum number of bytes that are live at one op: a lower bound for the
  /// size of the arena.
  int64_t livePeakBytes = 0;
  /// Bytes of the arguments that are updated in place, of the arguments that
  /// are only read, and of the arguments to which results are written.
  int64_t stateBytes = 0, inputBytes = 0, resultBytes = 0;
  int64_t constantBytes = 0;
  /// Bytes in the arena that state updates read, in total, and the maximum that
  /// is live at one op.
  int64_t gradientBytes = 0, liveGradientBytes = 0;
  /// The op at the peak of live bytes, and the buffers that are live there,
  /// largest first.
  std::string peakOp, peakTensor, peakLocation;
  std::vector<BufferReport> peakBuffers;
};

/// The bytes saved for the backward pass, and the recomputed values, as counted
/// by `--fp8-remat`.
struct StepRemat {
  int64_t keptBytes = 0, values = 0, bytes = 0, flops = 0;
};

/// The cost of one function of Fused or Planned form, computed from its ops.
struct StepReport {
  static StepReport compute(func::FuncOp function);

  /// Prints a table with at most `numBuffers` of the buffers at the peak.
  void printTable(raw_ostream &os, unsigned numBuffers) const;
  void printJSON(llvm::json::OStream &os, unsigned numBuffers) const;

  std::string function;
  /// Statistics of the launched kernels, sorted by kind.
  std::vector<KernelKindReport> kernels;
  KernelKindReport products;
  /// FLOP of the matmuls.
  int64_t productFlops = 0;
  KernelKindReport total;
  /// Sorted by kind and axes.
  std::vector<ExchangeReport> exchanges;
  /// The library that computes attention, and the order of its sums. Empty if
  /// the program calls no such library.
  std::string attention;
  /// Present if --fp8-remat ran.
  std::optional<StepRemat> remat;
  /// Present in Planned form.
  std::optional<StepMemory> memory;
  /// Present in Planned form if the step has several ranks.
  std::optional<StepExchanges> uses;
  /// Present in Planned form.
  std::optional<StepOps> ops;
};

/// Returns true if `function` is a step in Fused or Planned form. A public
/// function that takes bare pointers is an emitted kernel, not a step.
bool isStepFunction(func::FuncOp function);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_STEPREPORT_H
