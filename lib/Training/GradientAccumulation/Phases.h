//===- Phases.h - order of repeated and per-step ops ------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_PHASES_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_PHASES_H

#include "MicrobatchPlan.h"
#include "StepValues.h"

namespace mlir::fp8 {

/// Sorts the ops of a step into the phases of `plan`. The ops in `late` run
/// once per phase. Emits a located error if a repeated op would have to wait
/// for a value that is not settled, or a carried state would have to wait for
/// itself.
LogicalResult orderPhases(const StepValues &values,
                          const llvm::DenseSet<Operation *> &late,
                          MicrobatchPlan &plan);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_PHASES_H
