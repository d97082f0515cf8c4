//===- Phases.h - order of repeated and per-step ops ------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_PHASES_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_PHASES_H

#include "MicrobatchPlan.h"
#include "StepValues.h"

namespace mlir::fp8 {

/// Sorts the ops of a step into the phases of `plan`. The ops in `late` run
/// once per phase. Emits an error in two cases: a repeated op would read a
/// per-step value that is not settled, or a carried state is read in a phase
/// before the one that computes its new value.
LogicalResult orderPhases(const StepValues &values,
                          const llvm::DenseSet<Operation *> &late,
                          MicrobatchPlan &plan);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_PHASES_H
