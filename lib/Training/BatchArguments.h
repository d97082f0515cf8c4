//===- BatchArguments.h - the arguments that are data -----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_BATCHARGUMENTS_H
#define FP8_LIB_TRAINING_BATCHARGUMENTS_H

#include "fp8/Analysis/StatePairing.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::fp8 {

/// Whether argument `i` is new at every step: a tensor that no result
/// overwrites. Those of rank 0 are rates.
inline bool isBatch(func::FuncOp func, unsigned i,
                    const StatePairing &pairing) {
  auto type = dyn_cast<RankedTensorType>(func.getArgumentTypes()[i]);
  return type && type.getRank() > 0 && !pairing.getPairOfArgument(i) &&
         !func.getArgAttr(i, FP8Dialect::kStateAttrName);
}

/// Whether `op`, or an op in it, reads a value of `values`.
inline bool readsAny(Operation *op, const llvm::DenseSet<Value> &values) {
  return op
      ->walk([&](Operation *nested) {
        return llvm::any_of(
                   nested->getOperands(),
                   [&](Value operand) { return values.contains(operand); })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Adds to `values` what the ops of `block` compute from them.
inline void addDependent(Block &block, llvm::DenseSet<Value> &values) {
  for (Operation &op : block.without_terminator())
    if (readsAny(&op, values))
      values.insert(op.result_begin(), op.result_end());
}

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_BATCHARGUMENTS_H
