//===- RankStep.h - a step with collectives of its own ----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_RANKSTEP_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_RANKSTEP_H

#include "fp8/Analysis/StatePairing.h"
#include "llvm/Support/Regex.h"

namespace mlir::fp8 {

/// Checks that each batch of `func` is the batch of a single rank, not a global
/// batch that a partitioner would divide.
LogicalResult checkBatches(func::FuncOp func, const StatePairing &pairing);

/// Completes a step that is written for one rank and averages gradients by its
/// own collectives. `steps` holds `@step` and its variants. Marks the batches,
/// unless some are marked. Averages the loss and takes the maximum of amaxes
/// over all ranks. Arguments whose names match a pattern in `shared` are not
/// batches. Emits an error if ranks would compute different states.
LogicalResult combineRanks(ArrayRef<func::FuncOp> steps,
                           ArrayRef<llvm::Regex> shared);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_RANKSTEP_H
