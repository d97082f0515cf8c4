//===- ReductionIntervals.h - valid positions of reductions -----*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_REDUCTIONINTERVALS_H
#define FP8_LIB_KERNELS_BUCKETS_REDUCTIONINTERVALS_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::fp8 {

/// Returns true if `op` creates a destination or a constant, which can be
/// placed anywhere before its users.
bool isLocal(Operation *op);

/// Finds the positions at which kernels can run that reduce tensors to scalars
/// and are in no bucket. Ops on scalars (followers) keep no memory alive, so
/// they can run later and move with the reductions that they read. All other
/// ops, in particular the buckets of updates, keep their positions.
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
  /// Returns true if `op` reduces a tensor to scalars. Only updates may read
  /// its other results, such as clipped gradients, because these results stay
  /// alive until the updates in any case.
  bool isReduction(Operation *op) const;
  /// Returns true if `op` can run later without keeping memory alive. This
  /// includes the assembly of a vector with one scalar per tensor.
  bool isFollower(Operation *op) const;
  /// Returns the position of the op before which a reduction or a follower must
  /// run, or std::nullopt if the op must not move.
  std::optional<int64_t> getLimit(Operation *op) const {
    auto it = limits.find(op);
    return it == limits.end() ? std::nullopt : std::optional(it->second);
  }
  /// Returns the position of the last op that `kernel` depends on.
  int64_t findReady(KernelOp kernel) const;

private:
  void findStateMakers();
  void numberOps();
  void findSources();
  void findLimits();
  bool waitsForSeveral(Operation *op) const;

  func::FuncOp function;
  Block &block;
  /// Ops that produce new states: updates and step counters.
  DenseSet<Operation *> stateMakers;
  DenseMap<Operation *, int64_t> position;
  /// For each op in a run of kernels of the same bucket: the positions of the
  /// first and the last op of the run.
  DenseMap<Operation *, std::pair<int64_t, int64_t>> runs;
  /// For each op on scalars: the number of the reduction that its operands
  /// depend on, or kSeveral.
  DenseMap<Operation *, int64_t> sources;
  DenseMap<Operation *, int64_t> limits;
};

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_REDUCTIONINTERVALS_H
