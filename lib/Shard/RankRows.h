//===- RankRows.h - rows of one rank ----------------------------*- C++ -*-===//
#ifndef FP8_LIB_SHARD_RANKROWS_H
#define FP8_LIB_SHARD_RANKROWS_H

#include "ShardPlan.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::fp8 {

/// Emits the ops of Sharded form that extract, mask and gather the rows of a
/// rank.
class RankRows {
public:
  /// Adds the argument `fp8.rank` to `func` unless it exists.
  RankRows(func::FuncOp func, const ShardPlan &plan);

  /// Returns the number of the first row of this rank.
  Value getOffset(RowCut cut) { return positions.lookup(cut.getKey()).first; }
  /// Returns the number of rows of this rank that are not padding.
  Value getValid(RowCut cut) { return positions.lookup(cut.getKey()).second; }
  /// Returns true if `op` may compute the positions of rows. Such ops are kept
  /// until all rows have been extracted.
  bool mayBePosition(Operation *op) const {
    return op == last || op->isBeforeInBlock(last);
  }
  /// Returns a builder after the definition of `value`.
  ImplicitLocOpBuilder after(Value value);

  static RankedTensorType getType(Value whole, RowCut cut);
  /// Returns the rows of this rank from `whole`, a tensor that every rank has.
  /// Padding is zero.
  Value take(Value whole, RowCut cut);
  /// Returns `rows` with `neutral` in place of padding.
  Value mask(ImplicitLocOpBuilder &b, Value rows, RowCut cut, float neutral);
  /// Returns the rows of all ranks.
  Value gather(ImplicitLocOpBuilder &b, Value rows, RankedTensorType whole);
  /// Returns the maximum of `value` over all ranks.
  Value maximum(ImplicitLocOpBuilder &b, Value value);
  /// Returns this rank's rows of `sum`, a sum over ranks. The axes of the sum
  /// include the axis of shards.
  Value reduceScatter(AllReduceOp sum, RowCut cut);

private:
  void createPosition(ImplicitLocOpBuilder &b, Value rank, RowCut cut);

  func::FuncOp func;
  StringAttr axis;
  /// The last op on which the rows of arguments depend.
  Operation *last = nullptr;
  /// First row and number of valid rows of this rank, by RowCut::getKey().
  llvm::DenseMap<std::pair<int64_t, int64_t>, std::pair<Value, Value>>
      positions;
};

} // namespace mlir::fp8

#endif // FP8_LIB_SHARD_RANKROWS_H
