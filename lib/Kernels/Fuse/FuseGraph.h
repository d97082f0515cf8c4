//===- FuseGraph.h - the graph of potential kernels -------------*- C++ -*-===//
//
// The ops of a block as a graph of units, which are future kernels and single
// ops. Fusion merges units. In the final order, each unit follows the units
// that it reads.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_KERNELS_FUSE_FUSEGRAPH_H
#define FP8_LIB_KERNELS_FUSE_FUSEGRAPH_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <set>

namespace mlir::fp8 {

struct FusionUnit {
  /// In block order.
  SmallVector<Operation *> ops;
  bool isKernel = false;
  /// True if all ops are scalar: all loops have one iteration.
  bool isScalar = false;
  /// True if all ops are reshapes, which alone do not form a kernel.
  bool isView = false;
  /// The last micro-batch that the unit depends on, or none. A kernel for
  /// several micro-batches would keep the results of the first alive, and would
  /// differ for each number of micro-batches.
  int64_t microbatch = kNoMicrobatch;

  static constexpr int64_t kNoMicrobatch = -1;
  std::set<unsigned> predecessors, successors;
};

class FusionGraph {
public:
  /// Creates a unit for each op, except for constants and other ops that
  /// kernels copy.
  explicit FusionGraph(Block &block);

  /// Returns the unit of `op`, if it has one.
  std::optional<unsigned> find(Operation *op) const;
  const FusionUnit &operator[](unsigned unit) const { return units[unit]; }
  /// Returns the number of units, including empty units that were merged into
  /// others.
  unsigned size() const { return units.size(); }

  /// Returns true if no value passes between `a` and `b` through a third unit.
  /// Returns false if the query would visit too many units.
  bool areAdjacent(unsigned a, unsigned b) const;
  /// Returns true if a value passes from `earlier` to `later`. Also returns
  /// true if the query would visit too many units.
  bool mayDependOn(unsigned later, unsigned earlier) const;
  /// Returns the ops of both units, in order.
  SmallVector<Operation *> getMergedOps(unsigned a, unsigned b) const;
  /// Merges `b` into `a`. The units must be adjacent.
  void merge(unsigned a, unsigned b);
  /// Adds ops to `unit`, at their positions in the block. They may only read
  /// values that `unit` or its predecessors compute or read.
  void insert(unsigned unit, ArrayRef<Operation *> ops);
  /// Removes ops that were inserted.
  void remove(unsigned unit, ArrayRef<Operation *> ops);

  /// Returns the units, each after the units that it reads, otherwise in block
  /// order.
  SmallVector<unsigned> getOrder() const;

private:
  using Neighbours = std::set<unsigned> FusionUnit::*;

  /// Returns the units, each after the units that it reads, otherwise in the
  /// order of their `priorities`, the lowest first.
  SmallVector<unsigned> getOrder(ArrayRef<unsigned> priorities) const;
  void findMicrobatches(Block &block);
  bool hasPathThroughOthers(unsigned from, unsigned to) const;
  /// Returns the units reachable from `unit` along `next` through units with
  /// ranks between `low` and `high`, sorted by rank.
  SmallVector<unsigned> collect(unsigned unit, Neighbours next, unsigned low,
                                unsigned high) const;
  /// Gives `a` and `b`, which are merged next, a common rank after all units
  /// that either reads and before all units that read either.
  void rankAlike(unsigned a, unsigned b);

  SmallVector<FusionUnit, 0> units;
  /// Each unit has a higher rank than the units that it reads. Positions in the
  /// block do not provide this, because merged units hold ops from several.
  SmallVector<unsigned, 0> ranks;
  llvm::DenseMap<Operation *, unsigned> unitOf, position;
};

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_FUSE_FUSEGRAPH_H
