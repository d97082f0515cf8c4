//===- UpdateReductions.h - reductions within an update ---------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_UPDATES_UPDATEREDUCTIONS_H
#define FP8_LIB_RAISE_UPDATES_UPDATEREDUCTIONS_H

#include "UpdateSlice.h"

namespace mlir::fp8 {

/// Moves reductions of values that the update `slice` computes, or of its
/// states, into the slice. Elementwise ops that only these reductions need
/// move, too. Norms of weights and of steps then need no separate pass over
/// memory. `dependent` contains the values that depend on the states of the
/// group. Ops that the loss depends on do not move.
void takeReductions(UpdateSlice &slice, Block &block, const Loss &loss,
                    const llvm::DenseSet<Value> &dependent,
                    const UniformValues &uniform);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_UPDATES_UPDATEREDUCTIONS_H
