//===- RankFlow.h - values that differ between ranks ------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_RANKFLOW_H
#define FP8_ANALYSIS_RANKFLOW_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::fp8 {

/// How a value differs between the ranks of a mesh. Bit `i` of a set of axes is
/// axis `i` of the mesh.
struct RankValue {
  /// Axes along which the value depends on the batch or the number of a rank.
  uint32_t local = 0;
  /// Axes along which ranks hold different rows of one tensor.
  uint32_t shard = 0;
  /// True for a value that combines the rows of one rank only, such as the amax
  /// of a shard.
  bool isPartial = false;

  bool isReplicated() const { return local == 0 && shard == 0; }
  bool isShard() const { return local == 0 && shard != 0 && !isPartial; }
  bool operator==(const RankValue &other) const {
    return local == other.local && shard == other.shard &&
           isPartial == other.isPartial;
  }
};

/// The dependence of values on the rank, in the body of a function that runs on
/// every rank of a mesh. Arguments with `fp8.batch` and the number of the rank
/// are local, arguments with `fp8.shard` are shards, and all others are
/// replicated.
class RankFlow {
public:
  /// The mesh is `fp8.mesh` of the module of `func`. Without it there is one
  /// rank, and all values are replicated.
  explicit RankFlow(func::FuncOp func);

  RankValue get(Value value) const { return values.lookup(value); }

  /// Returns true if `op` treats rows separately, so that it computes rows of
  /// its results from rows of its operands. An op that uses row numbers also
  /// needs the position of the rank.
  bool keepsRows(Operation *op) const;

private:
  void visit(Operation *op);
  void visitCollective(Operation *op, ArrayAttr axes, bool scatters);
  RankValue getPosition(Operation *op, RankValue operands);
  RankValue join(Operation *op) const;

  MeshAttr mesh;
  llvm::DenseMap<Value, RankValue> values;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_RANKFLOW_H
