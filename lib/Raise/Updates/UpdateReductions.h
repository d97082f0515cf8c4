//===- UpdateReductions.h - reductions within an update ---------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_UPDATES_UPDATEREDUCTIONS_H
#define FP8_LIB_RAISE_UPDATES_UPDATEREDUCTIONS_H

#include "UpdateSlice.h"

namespace mlir::fp8 {

/// Moves reductions over values that the update `slice` computes or reads from
/// its states into the slice, with the elementwise ops that lead only to them.
/// Norms of weights and of steps then need no separate pass over memory.
/// `dependent` holds the values that depend on the states of the group. Ops
/// that `loss` depends on stay.
void takeReductions(UpdateSlice &slice, Block &block, const Loss &loss,
                    const llvm::DenseSet<Value> &dependent,
                    const UniformValues &uniform);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_UPDATES_UPDATEREDUCTIONS_H
