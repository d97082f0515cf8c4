//===- BodySlice.h - what of a body a value needs ---------------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_BODYSLICE_H
#define FP8_LIB_RAISE_BODYSLICE_H

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/IR/Block.h"

namespace mlir::fp8 {

/// The ops of `body` that `value` needs, operands before users; none where it
/// is made elsewhere.
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
