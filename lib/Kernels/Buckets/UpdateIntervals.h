//===- UpdateIntervals.h - valid positions of updates -----------*- C++ -*-===//

#ifndef FP8_LIB_KERNELS_BUCKETS_UPDATEINTERVALS_H
#define FP8_LIB_KERNELS_BUCKETS_UPDATEINTERVALS_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::fp8 {

/// A kernel that writes states, and the positions at which it can run. A
/// position is the index of an op in the block; -1 is before the first op.
struct UpdateInterval {
  KernelOp kernel;
  SmallVector<BlockArgument> states;
  /// Views of the results, in program order.
  SmallVector<Operation *> views;
  /// The kernel can run after the op at position `ready` and must run before
  /// the op at position `limit`.
  int64_t ready = 0;
  int64_t limit = 0;
  /// Tensors that the step computes and that stay alive until the update runs,
  /// with their sizes in bytes. Scalars are not counted.
  llvm::SmallMapVector<Value, int64_t, 2> kept;
};

/// Returns true if no result of `op` has more than one element.
bool hasScalarResults(Operation *op);

/// The updates of a step, in program order, and their feeders. A feeder is an
/// op whose results keep no memory alive, such as the computation of a scale.
/// It can move with the update that waits for it, even if its results are also
/// states.
class UpdateIntervals {
public:
  using Map = llvm::MapVector<Operation *, UpdateInterval>;

  explicit UpdateIntervals(func::FuncOp function);

  const Map &getUpdates() const { return updates; }
  int64_t getPosition(Operation *op) const { return position.lookup(op); }
  /// Returns true if `op` is a feeder that some update waits for.
  bool isNeeded(Operation *op) const { return needed.contains(op); }

private:
  void findUpdates();
  void findScalarUpdates();
  bool isFeeder(Operation *op) const;
  int64_t getReady(Operation *op);
  int64_t getReady(ValueRange operands);
  void findNeeded();
  bool feeds(Operation *op, Operation *kernel) const;
  void findInterval(UpdateInterval &update);

  func::FuncOp function;
  Block &block;
  DenseMap<Operation *, int64_t> position;
  /// For each feeder, the earliest position at which it can run.
  DenseMap<Operation *, int64_t> readyOf;
  llvm::DenseSet<Operation *> needed;
  /// For each feeder whose results are also new states: these states.
  DenseMap<Operation *, SmallVector<BlockArgument>> statesOfFeeder;
  Map updates;
};

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_UPDATEINTERVALS_H
