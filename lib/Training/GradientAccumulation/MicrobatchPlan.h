//===- MicrobatchPlan.h - what runs once, and what repeatedly ---*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_MICROBATCHPLAN_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_MICROBATCHPLAN_H

#include "fp8/Analysis/StatePairing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Regex.h"

namespace mlir::fp8 {

/// What becomes of a value that each micro-batch has.
enum class Combination { Mean, Maximum };

/// What all micro-batches go through before the next phase begins.
struct MicrobatchPhase {
  /// Ops that depend on a batch, in order: once per micro-batch.
  SmallVector<Operation *> repeated;
  /// Ops that depend on all of them, in order: once, in the end.
  SmallVector<Operation *> late;
};

/// A state that goes from micro-batch to micro-batch.
struct CarriedState {
  unsigned argument, result;
  /// The phase that steps it.
  unsigned phase;
};

/// The ops of a step by how often they run.
struct MicrobatchPlan {
  /// The arguments that are batches.
  SmallVector<unsigned> batches;
  /// One, or more where gradients are taken at what was computed from those of
  /// all micro-batches: at the new weights of another network, say.
  SmallVector<MicrobatchPhase> phases;
  SmallVector<CarriedState> carried;
  /// What late ops and the function's results read of the repeated ones.
  llvm::MapVector<Value, Combination> combined;
  /// Results of which each micro-batch has its own.
  SmallVector<unsigned> stacked;
};

/// Arguments whose names match `shared` are no batches. Emits located errors.
FailureOr<MicrobatchPlan> planMicrobatches(func::FuncOp func, const Loss &loss,
                                           const StatePairing &pairing,
                                           ArrayRef<llvm::Regex> shared);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_MICROBATCHPLAN_H
