//===- ShardRewriter.h - rewrites a step to rows of a rank ------*- C++ -*-===//
#ifndef FP8_LIB_SHARD_SHARDREWRITER_H
#define FP8_LIB_SHARD_SHARDREWRITER_H

#include "RankRows.h"

namespace mlir::fp8 {

/// Rewrites a step so that updates process only the rows of one rank.
class ShardRewriter {
public:
  ShardRewriter(StepFlow &flow, const ShardPlan &plan)
      : flow(flow), func(flow.func), plan(plan), rows(func, plan) {}

  /// Rewrites updates, norms and amaxes to process the rows of the rank.
  /// Arguments and results stay whole.
  void rewriteOps();

  /// Returns true if an op reads all rows of `argument`. Call rewriteOps()
  /// first.
  bool isReadWhole(unsigned argument);

  /// Replaces the whole tensors of `arguments` by the rows of the rank, as
  /// arguments and as results.
  void cutSignature(ArrayRef<unsigned> arguments);

private:
  /// Rows are identified by the whole value and the number of rows per rank.
  using Key = std::pair<Value, int64_t>;
  /// A sum over ranks, and its rows on this rank.
  struct Scattered {
    Value sum, part;
    RowCut cut;
  };
  /// Tensor operands of an update of rows.
  struct RowUpdate {
    SmallVector<Value> states, inputs, inits;
  };

  Value getRows(Value whole, RowCut cut);
  Value computeRows(Value whole, RowCut cut);
  Value createSplat(Value whole, RankedTensorType type);
  Value cloneRows(Value whole, const RowOp &match, RowCut cut);
  /// Returns true if the sum is one tensor, reduced along the axis of shards.
  bool hasShardAxis(AllReduceOp sum) const {
    return sum.getNumResults() == 1 &&
           cast<StringAttr>(sum.getAxes().getValue().back()) == plan.axis;
  }
  bool isScatterable(Value value);
  Value getRowsAlong(Value whole, unsigned dim, RowCut cut);
  static std::optional<unsigned> findRowDim(AffineMap map);
  static ArrayAttr getRowMaps(UpdateOp op);
  bool isUniform(Value value, unsigned depth = 0);
  const ShardGroup *findCut(Value value);

  void rewriteUpdate(const StepUpdate &update);
  SmallVector<Value> getInits(UpdateOp op, ArrayRef<unsigned> arguments,
                              ValueRange states, RowCut cut);
  UpdateOp createUpdate(UpdateOp op, RowUpdate parts, ArrayRef<unsigned> sums,
                        RowCut cut);
  void replaceResults(UpdateOp op, UpdateOp cutOp, ArrayRef<unsigned> sums,
                      RowCut cut);
  Value decodeRows(DequantizeOp decode, RowCut &cut);
  void rewriteAmax(AmaxOp amax);
  void rewriteSum(const StepSum &sum);
  Value sumBlocks(ImplicitLocOpBuilder &b, Value terms, RowCut cut, Value init);
  void eraseDeadOps(bool keepPositions = true);
  void joinRows();

  StepFlow &flow;
  func::FuncOp func;
  const ShardPlan &plan;
  RankRows rows;
  llvm::DenseMap<Key, Value> cache;
  /// The sums over ranks that became sums of rows.
  SmallVector<Scattered> scattered;
};

} // namespace mlir::fp8

#endif // FP8_LIB_SHARD_SHARDREWRITER_H
