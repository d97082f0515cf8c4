//===- RankStep.h - a step with collectives of its own ----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_RANKSTEP_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_RANKSTEP_H

#include "fp8/Analysis/StatePairing.h"
#include "llvm/Support/Regex.h"

namespace mlir::fp8 {

/// Checks that each batch of `func` is the batch of one rank. It must not be
/// the batch of all devices, which a partitioner would divide.
LogicalResult checkBatches(func::FuncOp func, const StatePairing &pairing);

/// Completes the step of a rank that averages gradients by its own collectives:
/// `@step` and its variants. Marks its batches, unless some are marked, and
/// takes the mean of a loss and the maximum of amaxes over all ranks. Arguments
/// whose names match `shared` are not batches. Emits an error if ranks compute
/// different states.
LogicalResult combineRanks(ArrayRef<func::FuncOp> steps,
                           ArrayRef<llvm::Regex> shared);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_RANKSTEP_H
