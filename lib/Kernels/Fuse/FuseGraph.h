//===- FuseGraph.h - the graph of potential kernels -------------*- C++ -*-===//
//
// The ops of a block as a graph of units. A unit is a future kernel or a single
// op. Fusion merges units. In the final order, each unit follows the units that
// it reads.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_KERNELS_FUSE_FUSEGRAPH_H
#define FP8_LIB_KERNELS_FUSE_FUSEGRAPH_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <set>

namespace mlir::fp8 {

struct FusionUnit {
  /// The ops, in block order.
  SmallVector<Operation *> ops;
  bool isKernel = false;
  /// True if all ops compute scalars: all loops have one iteration.
  bool isScalar = false;
  /// True if all ops are reshapes. Such a unit does not become a kernel by
  /// itself.
  bool isView = false;
  /// The last micro-batch that the unit depends on, or kNoMicrobatch. Units of
  /// different micro-batches do not merge: a merged kernel would keep results
  /// of the first micro-batch alive, and would differ for each number of
  /// micro-batches.
  int64_t microbatch = kNoMicrobatch;

  static constexpr int64_t kNoMicrobatch = -1;
  std::set<unsigned> predecessors, successors;
};

class FusionGraph {
public:
  /// Creates a unit for each op, except for ops that kernels copy, such as
  /// constants.
  explicit FusionGraph(Block &block);

  /// Returns the unit of `op`, if it has one.
  std::optional<unsigned> find(Operation *op) const;
  const FusionUnit &operator[](unsigned unit) const { return units[unit]; }
  /// Returns the number of units, including empty units that were merged into
  /// others.
  unsigned size() const { return units.size(); }

  /// Returns true if no value passes from `a` to `b`, or from `b` to `a`,
  /// through a third unit. Returns false if the query would visit too many
  /// units.
  bool areAdjacent(unsigned a, unsigned b) const;
  /// Returns true if `later` depends on `earlier`, directly or through other
  /// units, or if the query would visit too many units.
  bool mayDependOn(unsigned later, unsigned earlier) const;
  /// Returns the ops of both units, in block order.
  SmallVector<Operation *> getMergedOps(unsigned a, unsigned b) const;
  /// Merges `b` into `a`. The units must be adjacent.
  void merge(unsigned a, unsigned b);
  /// Adds `ops` to `unit`. They may only read values that `unit` or its
  /// predecessors compute or read.
  void insert(unsigned unit, ArrayRef<Operation *> ops);
  /// Removes ops that were inserted.
  void remove(unsigned unit, ArrayRef<Operation *> ops);

  /// Returns the units in a topological order, by position in the block where
  /// dependences allow a choice.
  SmallVector<unsigned> getOrder() const;

private:
  using Neighbours = std::set<unsigned> FusionUnit::*;

  /// Returns the units in a topological order, by increasing priority where
  /// dependences allow a choice.
  SmallVector<unsigned> getOrder(ArrayRef<unsigned> priorities) const;
  void findMicrobatches(Block &block);
  bool hasPathThroughOthers(unsigned from, unsigned to) const;
  /// Returns the units reachable from `unit` along `next` through units with
  /// ranks between `low` and `high`, sorted by rank.
  SmallVector<unsigned> collect(unsigned unit, Neighbours next, unsigned low,
                                unsigned high) const;
  /// Gives `a` and `b`, which are about to be merged, a common rank. The rank
  /// is higher than the ranks of all units that they read, and lower than the
  /// ranks of all units that read them.
  void rankAlike(unsigned a, unsigned b);

  SmallVector<FusionUnit, 0> units;
  /// A topological rank per unit: higher than the ranks of the units that it
  /// reads. Positions in the block do not provide such ranks, because the ops
  /// of a merged unit have several positions.
  SmallVector<unsigned, 0> ranks;
  llvm::DenseMap<Operation *, unsigned> unitOf, position;
};

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_FUSE_FUSEGRAPH_H
