//===- MicrobatchPlan.h - micro-batch and per-step ops ----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_MICROBATCHPLAN_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_MICROBATCHPLAN_H

#include "fp8/Analysis/StatePairing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Regex.h"

namespace mlir::fp8 {

/// The reduction of a value over micro-batches.
enum class Combination { Mean, Maximum };

/// The ops of one phase. All micro-batches complete a phase before the next
/// phase begins.
struct MicrobatchPhase {
  /// Ops that depend on a batch, in program order. They run once per
  /// micro-batch.
  SmallVector<Operation *> repeated;
  /// Ops that depend on all micro-batches, in program order. They run once, at
  /// the end of the phase.
  SmallVector<Operation *> late;
};

/// A state that each micro-batch passes to the next.
struct CarriedState {
  unsigned argument, result;
  /// The phase that computes its new value.
  unsigned phase;
};

/// The ops of a step, grouped by how often they run.
struct MicrobatchPlan {
  /// Indices of the arguments that are batches.
  SmallVector<unsigned> batches;
  /// Usually one phase. There are more if gradients are computed at values that
  /// depend on all micro-batches, such as the new weights of another network.
  SmallVector<MicrobatchPhase> phases;
  SmallVector<CarriedState> carried;
  /// Values of repeated ops that per-step ops or results of the function read,
  /// and how they are combined over micro-batches.
  llvm::MapVector<Value, Combination> combined;
  /// Indices of the results that stack one value per micro-batch.
  SmallVector<unsigned> stacked;
};

/// Plans the micro-batches of `func`. Arguments whose names match a pattern in
/// `shared` are not batches. On failure, emits an error at the op or argument
/// that is not supported.
FailureOr<MicrobatchPlan> planMicrobatches(func::FuncOp func, const Loss &loss,
                                           const StatePairing &pairing,
                                           ArrayRef<llvm::Regex> shared);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_MICROBATCHPLAN_H
