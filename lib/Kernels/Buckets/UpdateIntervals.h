//===- UpdateIntervals.h - valid positions of updates -----------*- C++ -*-===//

#ifndef FP8_LIB_KERNELS_BUCKETS_UPDATEINTERVALS_H
#define FP8_LIB_KERNELS_BUCKETS_UPDATEINTERVALS_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::fp8 {

/// A kernel that writes states. Positions count ops of the block; -1 is before
/// the first op.
struct UpdateInterval {
  KernelOp kernel;
  SmallVector<BlockArgument> states;
  /// Views of the results, in order.
  SmallVector<Operation *> views;
  /// Positions of the op that it can directly follow, and of the op that it
  /// must precede.
  int64_t ready = 0;
  int64_t limit = 0;
  /// Values computed by the step that stay alive until the update runs, with
  /// their sizes in bytes. Scalars are not counted.
  llvm::SmallMapVector<Value, int64_t, 2> kept;
};

/// Returns true if no result of `op` has more than one element.
bool hasScalarResults(Operation *op);

/// The updates of a step, in order, and the ops that they wait for. An op that
/// keeps no memory alive, such as the computation of a scale, is a feeder. It
/// can move with the update that waits for it, even if its results are also
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
  /// The earliest positions of ops that only updates wait for.
  DenseMap<Operation *, int64_t> readyOf;
  llvm::DenseSet<Operation *> needed;
  /// The states of feeders whose results are also states.
  DenseMap<Operation *, SmallVector<BlockArgument>> statesOfFeeder;
  Map updates;
};

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_UPDATEINTERVALS_H
