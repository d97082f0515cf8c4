//===- UpdateIntervals.h - where updates may stand --------------*- C++ -*-===//

#ifndef FP8_LIB_KERNELS_BUCKETS_UPDATEINTERVALS_H
#define FP8_LIB_KERNELS_BUCKETS_UPDATEINTERVALS_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::fp8 {

/// A kernel that writes states. Positions count ops of the block; before the
/// first one is -1.
struct UpdateInterval {
  KernelOp kernel;
  SmallVector<BlockArgument> states;
  /// Views of the results, in order.
  SmallVector<Operation *> views;
  /// The op that it may come right after, and the one it must come before.
  int64_t ready = 0;
  int64_t limit = 0;
  /// What the step has made for it, and keeps until it runs, each once, and the
  /// bytes of it; scalars are not counted.
  llvm::SmallMapVector<Value, int64_t, 2> kept;
};

/// Whether no result of `op` has more than one element.
bool hasScalarResults(Operation *op);

/// The updates of a step in its order, and what they wait for. An op that keeps
/// no memory, such as one that makes a scale, is a feeder: it can move with the
/// update that waits for it, though its results may be states, too.
class UpdateIntervals {
public:
  using Map = llvm::MapVector<Operation *, UpdateInterval>;

  explicit UpdateIntervals(func::FuncOp function);

  const Map &getUpdates() const { return updates; }
  int64_t getPosition(Operation *op) const { return position.lookup(op); }
  /// Whether it is a feeder that some update waits for.
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
  /// Where what only updates wait for can stand.
  DenseMap<Operation *, int64_t> readyOf;
  llvm::DenseSet<Operation *> needed;
  /// Of feeders that make states, too.
  DenseMap<Operation *, SmallVector<BlockArgument>> statesOfFeeder;
  Map updates;
};

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_UPDATEINTERVALS_H
