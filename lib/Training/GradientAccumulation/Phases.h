//===- Phases.h - order of repeated and per-step ops ------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_PHASES_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_PHASES_H

#include "MicrobatchPlan.h"
#include "StepValues.h"

namespace mlir::fp8 {

/// Sorts the ops of a step into the phases of `plan`. The ops in `late` run
/// once per phase. Emits an error if a repeated op would read a per-step value
/// that is not settled, or if a carried state is read in an earlier phase than
/// its new value is computed.
LogicalResult orderPhases(const StepValues &values,
                          const llvm::DenseSet<Operation *> &late,
                          MicrobatchPlan &plan);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_PHASES_H
