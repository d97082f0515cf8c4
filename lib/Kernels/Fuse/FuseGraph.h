//===- FuseGraph.h - what may be one kernel ---------------------*- C++ -*-===//
//
// The ops of a block as a graph of units: kernels to be, and single ops. Units
// are merged; in the end their order is one in which each follows what it
// reads.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_KERNELS_FUSE_FUSEGRAPH_H
#define FP8_LIB_KERNELS_FUSE_FUSEGRAPH_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <set>

namespace mlir::fp8 {

struct FusionUnit {
  /// In the order of the block.
  SmallVector<Operation *> ops;
  bool isKernel = false;
  /// Nothing but scalars: all its loops have one iteration.
  bool isScalar = false;
  /// Nothing but reshapes, which by themselves are no kernel.
  bool isView = false;
  /// The last micro-batch that it depends on, or none. A kernel for several
  /// would keep the first waiting, and be a kernel of its own for each number
  /// of them.
  int64_t microbatch = kNoMicrobatch;

  static constexpr int64_t kNoMicrobatch = -1;
  std::set<unsigned> predecessors, successors;
};

class FusionGraph {
public:
  /// Constants and other ops that kernels copy are in no unit.
  explicit FusionGraph(Block &block);

  /// The unit that `op` is in, if there is one.
  std::optional<unsigned> find(Operation *op) const;
  const FusionUnit &operator[](unsigned unit) const { return units[unit]; }
  /// Including those that were merged into others, which are empty.
  unsigned size() const { return units.size(); }

  /// Whether no value goes from `a` to `b` or back through a third unit. Also
  /// false where too many units would have to be asked.
  bool areAdjacent(unsigned a, unsigned b) const;
  /// Whether a value goes from `earlier` to `later`. Also true where too many
  /// units would have to be asked.
  bool mayDependOn(unsigned later, unsigned earlier) const;
  /// The ops of both, in order.
  SmallVector<Operation *> getMergedOps(unsigned a, unsigned b) const;
  /// Moves all of `b` into `a`; they are adjacent.
  void merge(unsigned a, unsigned b);
  /// Adds ops, which read nothing but what `unit` and the units that it reads
  /// make or read, where they stand in the block.
  void insert(unsigned unit, ArrayRef<Operation *> ops);
  /// Takes ops away again.
  void remove(unsigned unit, ArrayRef<Operation *> ops);

  /// The units, each after those that it reads, else as they are in the block.
  SmallVector<unsigned> getOrder() const;

private:
  using Neighbours = std::set<unsigned> FusionUnit::*;

  void findMicrobatches(Block &block);
  bool hasPathThroughOthers(unsigned from, unsigned to) const;
  /// What `unit` leads to along `next`, over units of ranks between `low` and
  /// `high`, in the order of ranks.
  SmallVector<unsigned> collect(unsigned unit, Neighbours next, unsigned low,
                                unsigned high) const;
  /// Gives `a` and `b`, which are merged next, a rank after all that either
  /// reads and before all that read either.
  void rankAlike(unsigned a, unsigned b);

  SmallVector<FusionUnit, 0> units;
  /// Every unit has a higher one than those that it reads. Of merged units the
  /// places in the block do not tell: they hold ops from several.
  SmallVector<unsigned, 0> ranks;
  llvm::DenseMap<Operation *, unsigned> unitOf, position;
};

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_FUSE_FUSEGRAPH_H
