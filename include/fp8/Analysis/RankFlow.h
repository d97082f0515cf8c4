//===- RankFlow.h - values that differ between ranks ------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_RANKFLOW_H
#define FP8_ANALYSIS_RANKFLOW_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::fp8 {

/// How a value differs between the ranks of a mesh. In a set of axes, bit `i`
/// stands for axis `i` of the mesh.
struct RankValue {
  /// Axes along which the value depends on the batch of the rank or on its
  /// number.
  uint32_t local = 0;
  /// Axes along which ranks hold different rows of one tensor.
  uint32_t shard = 0;
  /// True if the value combines only the rows of one rank, such as the amax of
  /// a shard.
  bool isPartial = false;

  bool isReplicated() const { return local == 0 && shard == 0; }
  bool isShard() const { return local == 0 && shard != 0 && !isPartial; }
  bool operator==(const RankValue &other) const {
    return local == other.local && shard == other.shard &&
           isPartial == other.isPartial;
  }
};

/// Determines how values depend on the rank, in a function that every rank of a
/// mesh runs. Arguments with `fp8.batch` and the number of the rank are local.
/// Arguments with `fp8.shard` are shards. All other arguments are replicated.
class RankFlow {
public:
  /// Uses the attribute `fp8.mesh` of the module. Without it, there is one
  /// rank, and all values are replicated.
  explicit RankFlow(func::FuncOp func);

  RankValue get(Value value) const { return values.lookup(value); }

  /// Returns true if `op` processes rows independently, so that rows of the
  /// operands give rows of the results. An op that uses row numbers must also
  /// read the position of the rank's rows.
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
