//===- StepPlan.h - a step as launches and products -------------*- C++ -*-===//
//
// Planned form is a straight list, so nothing of it has to be compiled but the
// kernels: the list is read once, every buffer becomes a base and an offset,
// and a run walks the list.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_EXECUTION_STEPPLAN_H
#define FP8_EXECUTION_STEPPLAN_H

#include "fp8/Host/HostTensor.h"
#include "fp8/IR/FP8.h"
#include "fp8/Runtime/fp8rt.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Where a buffer lies: its first element, and how far its last one reaches.
struct BufferRef {
  enum Base { Argument, Constant } base = Argument;
  /// Which argument of the function, the last of which is the arena, or which
  /// constant.
  unsigned index = 0;
  int64_t offset = 0;
  int64_t bytes = 0;
};

/// A launch or a matrix product.
struct PlannedStep {
  PlannedStep(Location loc, StreamOrderAttr order) : loc(loc), order(order) {}

  Location loc;
  /// Which stream, and the events to wait for and to record.
  StreamOrderAttr order;
  /// Empty for a product.
  std::string kernel, finish;
  int64_t numItems = 0, grain = 1;
  /// On a GPU: as getGPULaunch takes it.
  int64_t blockWarps = 0;
  /// Of a bucket: the items of each tensor, and where it starts in the order of
  /// all chunks. The buffers are those of one tensor after the other.
  SmallVector<int64_t> sizes, starts;
  /// Of a launch all; of a product lhs, rhs, result and the two scales.
  SmallVector<std::optional<BufferRef>> buffers;
  fp8rt_gemm_desc gemm = {};

  bool isBucket() const { return !sizes.empty(); }
  /// What a kernel gets.
  size_t getNumPointers() const {
    return buffers.size() / std::max<size_t>(1, sizes.size());
  }
};

struct StepPlan {
  std::vector<PlannedStep> steps;
  std::vector<HostTensor> constants;
  int64_t arenaBytes = 0;

  /// Positions in `steps`, in some order that streams and events allow, drawn
  /// by `seed`: no order of a machine with such streams is excluded. Reports
  /// events that nobody records.
  FailureOr<SmallVector<unsigned>> drawOrder(uint64_t seed) const;

  /// Reads a function of Planned form whose kernels are emitted.
  static FailureOr<StepPlan> read(func::FuncOp function);
};

} // namespace mlir::fp8

#endif // FP8_EXECUTION_STEPPLAN_H
