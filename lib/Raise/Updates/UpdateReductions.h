//===- UpdateReductions.h - sums of what an update computes -----*- C++ -*-===//
#ifndef FP8_LIB_RAISE_UPDATES_UPDATEREDUCTIONS_H
#define FP8_LIB_RAISE_UPDATES_UPDATEREDUCTIONS_H

#include "UpdateSlice.h"

namespace mlir::fp8 {

/// Moves into `slice`, of the step in `block`, the sums and maxima over what it
/// computes or reads of its states, with the elementwise ops that lead to
/// nothing else: norms of weights and of steps then cost no pass over memory.
/// `dependent` is what depends on the states of the group. What `loss` depends
/// on stays.
void takeReductions(UpdateSlice &slice, Block &block, const Loss &loss,
                    const llvm::DenseSet<Value> &dependent,
                    const UniformValues &uniform);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_UPDATES_UPDATEREDUCTIONS_H
