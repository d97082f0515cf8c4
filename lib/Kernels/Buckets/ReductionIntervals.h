//===- ReductionIntervals.h - where reductions may stand --------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_REDUCTIONINTERVALS_H
#define FP8_LIB_KERNELS_BUCKETS_REDUCTIONINTERVALS_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::fp8 {

/// Whether an op makes a destination or a constant, which can stand anywhere.
bool isLocal(Operation *op);

/// Kernels of a step that reduce tensors to scalars and are in no bucket, and
/// between which ops they may stand. What is computed from scalars alone keeps
/// no memory and can wait: it follows the reductions that it reads. Everything
/// else keeps its place, the buckets of updates above all.
class ReductionIntervals {
public:
  explicit ReductionIntervals(func::FuncOp function);

  /// Looks at the ops as they stand now.
  void compute();

  /// None of what was made since.
  std::optional<int64_t> getPosition(Operation *op) const {
    auto it = position.find(op);
    return it == position.end() ? std::nullopt : std::optional(it->second);
  }
  /// Of a tensor, to scalars. What it makes of the elements besides, as clipped
  /// gradients are, is for updates, which keep it in any case.
  bool isReduction(Operation *op) const;
  /// What can wait, and keeps no memory: also a vector of scalars, one per
  /// tensor.
  bool isFollower(Operation *op) const;
  /// What a reduction or a follower has to come before; none if it stays.
  std::optional<int64_t> getLimit(Operation *op) const {
    auto it = limits.find(op);
    return it == limits.end() ? std::nullopt : std::optional(it->second);
  }
  /// What a reduction may come right after.
  int64_t findReady(KernelOp kernel) const;

private:
  void findStateMakers();
  void numberOps();
  void findSources();
  void findLimits();
  bool waitsForSeveral(Operation *op) const;

  func::FuncOp function;
  Block &block;
  /// Of what becomes a state: updates, and counters of steps.
  DenseSet<Operation *> stateMakers;
  DenseMap<Operation *, int64_t> position;
  /// Of ops that stand in a run of kernels of one bucket: its first and its
  /// last op.
  DenseMap<Operation *, std::pair<int64_t, int64_t>> runs;
  /// The number of the reduction that scalars are computed from, or that there
  /// are several.
  DenseMap<Operation *, int64_t> sources;
  DenseMap<Operation *, int64_t> limits;
};

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_REDUCTIONINTERVALS_H
