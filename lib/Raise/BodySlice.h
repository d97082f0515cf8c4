//===- BodySlice.h - backward slices within a body --------------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_BODYSLICE_H
#define FP8_LIB_RAISE_BODYSLICE_H

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/IR/Block.h"

namespace mlir::fp8 {

/// Returns the ops of `body` that `value` depends on, in program order. Returns
/// an empty set if `value` is defined outside `body`.
inline llvm::SetVector<Operation *> getBodySlice(Value value, Block &body) {
  llvm::SetVector<Operation *> slice;
  Operation *def = value.getDefiningOp();
  if (!def || def->getBlock() != &body)
    return slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *op) { return op->getBlock() == &body; };
  (void)getBackwardSlice(value, &slice, options);
  return slice;
}

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_BODYSLICE_H
