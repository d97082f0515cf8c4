//===- MicrobatchPlan.h - what runs once, and what repeatedly ---*- C++ -*-===//
#ifndef FP8_LIB_TRANSFORMS_MICROBATCHES_MICROBATCHPLAN_H
#define FP8_LIB_TRANSFORMS_MICROBATCHES_MICROBATCHPLAN_H

#include "fp8/Analysis/StatePairing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Regex.h"

namespace mlir::fp8 {

/// What becomes of a value that each micro-batch has.
enum class Combination { Mean, Maximum };

/// The ops of a step by how often they run.
struct MicrobatchPlan {
  /// The arguments that are batches.
  SmallVector<unsigned> batches;
  /// Ops that depend on a batch, in order: once per micro-batch.
  SmallVector<Operation *> repeated;
  /// Ops that depend on all of them, in order: once, in the end.
  SmallVector<Operation *> late;
  /// What `late` ops and the function's results read of the repeated ones.
  llvm::MapVector<Value, Combination> combined;
  /// Results of which each micro-batch has its own.
  SmallVector<unsigned> stacked;
};

/// Arguments whose names match `shared` are no batches. Emits located errors.
FailureOr<MicrobatchPlan> planMicrobatches(func::FuncOp func, const Loss &loss,
                                           const StatePairing &pairing,
                                           ArrayRef<llvm::Regex> shared);

} // namespace mlir::fp8

#endif // FP8_LIB_TRANSFORMS_MICROBATCHES_MICROBATCHPLAN_H
