//===- Phases.h - the order of repeated and late ops ------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_PHASES_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_PHASES_H

#include "MicrobatchPlan.h"
#include "StepValues.h"

namespace mlir::fp8 {

/// Sorts the ops of a step into the phases of `plan`, of which `late` run once.
/// Emits located errors where what is repeated would have to wait for what is
/// not settled, or a carried state for itself.
LogicalResult orderPhases(const StepValues &values,
                          const llvm::DenseSet<Operation *> &late,
                          MicrobatchPlan &plan);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_PHASES_H
