//===- BatchArguments.h - arguments that hold batch data --------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_BATCHARGUMENTS_H
#define FP8_LIB_TRAINING_BATCHARGUMENTS_H

#include "fp8/Analysis/Operands.h"
#include "fp8/Analysis/StatePairing.h"

namespace mlir::fp8 {

/// Returns true if argument `i` is batch data: a tensor of rank 1 or more that
/// no result overwrites and that has no declared state kind. Arguments of rank
/// 0 are hyperparameters, such as a learning rate.
inline bool isBatch(func::FuncOp func, unsigned i,
                    const StatePairing &pairing) {
  auto type = dyn_cast<RankedTensorType>(func.getArgumentTypes()[i]);
  return type && type.getRank() > 0 && !pairing.getPairOfArgument(i) &&
         !func.getArgAttr(i, FP8Dialect::kStateAttrName);
}

/// Adds to `values` the results of all ops in `block` that depend on `values`.
inline void addDependent(Block &block, llvm::DenseSet<Value> &values) {
  for (Operation &op : block.without_terminator())
    if (readsAny(&op, values))
      values.insert(op.result_begin(), op.result_end());
}

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_BATCHARGUMENTS_H
