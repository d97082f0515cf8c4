//===- ReductionIntervals.h - valid positions of reductions -----*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_REDUCTIONINTERVALS_H
#define FP8_LIB_KERNELS_BUCKETS_REDUCTIONINTERVALS_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::fp8 {

/// Returns true if an op creates a destination or a constant, which can be
/// placed anywhere.
bool isLocal(Operation *op);

/// The positions at which kernels that reduce tensors to scalars and are in no
/// bucket may be placed. Ops on scalars keep no memory alive and can wait, so
/// they follow the reductions that they read. All other ops keep their
/// positions, in particular the buckets of updates.
class ReductionIntervals {
public:
  explicit ReductionIntervals(func::FuncOp function);

  /// Analyzes the ops in their current order.
  void compute();

  /// Returns the position of `op`, or std::nullopt if it was created later.
  std::optional<int64_t> getPosition(Operation *op) const {
    auto it = position.find(op);
    return it == position.end() ? std::nullopt : std::optional(it->second);
  }
  /// Returns true if `op` reduces a tensor to scalars. Its other results, such
  /// as clipped gradients, are read by updates only, which keep them alive in
  /// any case.
  bool isReduction(Operation *op) const;
  /// Returns true if `op` can wait and keeps no memory alive. This includes a
  /// vector of scalars, with one element per tensor.
  bool isFollower(Operation *op) const;
  /// Returns the position that a reduction or a follower must precede, or
  /// std::nullopt if it must not move.
  std::optional<int64_t> getLimit(Operation *op) const {
    auto it = limits.find(op);
    return it == limits.end() ? std::nullopt : std::optional(it->second);
  }
  /// Returns the position that a reduction can directly follow.
  int64_t findReady(KernelOp kernel) const;

private:
  void findStateMakers();
  void numberOps();
  void findSources();
  void findLimits();
  bool waitsForSeveral(Operation *op) const;

  func::FuncOp function;
  Block &block;
  /// Ops that produce states: updates, and step counters.
  DenseSet<Operation *> stateMakers;
  DenseMap<Operation *, int64_t> position;
  /// For ops in a run of kernels of one bucket: positions of the first and last
  /// op of the run.
  DenseMap<Operation *, std::pair<int64_t, int64_t>> runs;
  /// The number of the reduction that scalars are computed from, or a marker
  /// for several.
  DenseMap<Operation *, int64_t> sources;
  DenseMap<Operation *, int64_t> limits;
};

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_REDUCTIONINTERVALS_H
