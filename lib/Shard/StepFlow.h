//===- StepFlow.h - states of a step and their gradients --------*- C++ -*-===//
#ifndef FP8_LIB_SHARD_STEPFLOW_H
#define FP8_LIB_SHARD_STEPFLOW_H

#include "RowSum.h"
#include "fp8/Analysis/RankFlow.h"
#include "fp8/Analysis/RowOp.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::fp8 {

/// An update or probe of states that are arguments.
struct StepUpdate {
  UpdateOp op;
  /// The argument of each operand in `states`.
  SmallVector<unsigned> arguments;
};

/// A sum over all elements of a state or of its gradient.
struct StepSum {
  RowSum sum;
  /// The argument of a state in the same group.
  unsigned argument;
};

/// Matches an op whose results have the rows of its operands and that may
/// compute some rows alone. Contractions are excluded, because their shape
/// determines the order of their sums.
std::optional<RowOp> matchCuttable(Operation *op);

/// Finds the values of a step that can be divided into rows, each with a state
/// that has the same rows.
class StepFlow {
public:
  /// Joins the arguments of one group in `groups`, which has one element per
  /// argument of `func`.
  StepFlow(func::FuncOp func, llvm::IntEqClasses &groups);

  /// Returns an argument of the group to which `value` belongs: as a state, a
  /// gradient, or a value computed from these row by row.
  std::optional<unsigned> getArgument(Value value) const {
    auto it = rows.find(value);
    return it == rows.end() ? std::nullopt : std::optional(it->second);
  }

  func::FuncOp func;
  RankFlow ranks;
  SmallVector<StepUpdate> updates;
  SmallVector<StepSum> sums;
  /// States that cannot be divided, each with the reason.
  llvm::MapVector<unsigned, std::string> uncut;
  /// For each argument that a result overwrites, the number of this result.
  llvm::DenseMap<unsigned, unsigned> results;

private:
  void findUpdates();
  void findGradients(Value value, unsigned argument, int64_t numRows);
  void findRows();
  void findSums();
  void addRows(Value value, unsigned argument);

  llvm::IntEqClasses &groups;
  llvm::DenseMap<Value, unsigned> rows;
};

} // namespace mlir::fp8

#endif // FP8_LIB_SHARD_STEPFLOW_H
