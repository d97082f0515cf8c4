//===- ShardPlan.h - rows that ranks hold -----------------------*- C++ -*-===//
#ifndef FP8_LIB_SHARD_SHARDPLAN_H
#define FP8_LIB_SHARD_SHARDPLAN_H

#include "StepFlow.h"
#include "fp8/Shard/Passes.h"

namespace mlir::fp8 {

/// The division of a tensor of `rows` rows: each rank holds `perRank` rows.
struct RowCut {
  int64_t rows, perRank, numRanks;

  bool isPadded() const { return perRank * numRanks > rows; }
  std::pair<int64_t, int64_t> getKey() const { return {rows, perRank}; }
};

/// States that are divided into the same rows, or stay whole.
struct ShardGroup {
  /// Name of the parameter of the group.
  std::string name;
  SmallVector<unsigned> arguments;
  /// The first of its updates in @step.
  UpdateOp update;
  int64_t rows = 0, rowElements = 0;
  int64_t unit = 1;
  /// The unit that granules of planes and blocks of sums require.
  int64_t granuleUnit = 1;
  /// Rows of a plane per unit, by argument.
  llvm::DenseMap<unsigned, int64_t> planeUnits;
  int64_t perRank = 0;
  bool isCut = false;
};

/// The groups of a step, and the axis of the mesh along which they are divided.
class ShardPlan {
public:
  /// Plans how to divide the states of the functions that `flows` describe.
  /// `groups` has one class of arguments per group. Reports decisions as
  /// remarks, and wrong options as errors.
  static FailureOr<ShardPlan> create(MutableArrayRef<StepFlow> flows,
                                     const llvm::IntEqClasses &groups,
                                     const ShardPassOptions &options);

  /// Returns the group of `argument` if it is divided, otherwise null.
  const ShardGroup *findCut(unsigned argument) const;
  /// Returns the division of values with the rows of `group`.
  RowCut getCut(const ShardGroup &group) const {
    return {group.rows, group.perRank, numRanks};
  }
  /// Returns the `fp8.shard` of an argument whose group is divided.
  ShardAttr getShard(func::FuncOp func, unsigned argument) const;
  /// Returns the division of an argument with the attribute `shard`.
  RowCut getCut(ShardAttr shard) const {
    return {shard.getRows(), shard.getRowsPerRank(numRanks), numRanks};
  }
  bool cutsAny() const {
    return llvm::any_of(groups, [](auto &group) { return group.isCut; });
  }

  StringAttr axis;
  int64_t numRanks = 1;
  SmallVector<ShardGroup> groups;

private:
  /// Sets `planeUnits` of the groups of `flow`.
  void setPlaneUnits(StepFlow &flow);

  /// The group of each argument.
  llvm::DenseMap<unsigned, unsigned> groupOf;
  /// The number of rows of each argument in a group, before the division.
  llvm::DenseMap<unsigned, int64_t> wholeRows;
};

} // namespace mlir::fp8

#endif // FP8_LIB_SHARD_SHARDPLAN_H
