//===- CarriedStates.h - states carried across micro-batches ----*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_CARRIEDSTATES_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_CARRIEDSTATES_H

#include "GradientFlow.h"

namespace mlir::fp8 {

/// Finds the states, such as running statistics of a batch norm, that each
/// micro-batch passes to the next, as a step passes them to the next step.
/// States in `values.carried` are excluded. A carried state is computed from
/// the forward pass or from values that no parameter learns from. It depends on
/// no gradient, and no op reads its new value.
SmallVector<const StatePair *> findCarriedStates(const StepValues &values,
                                                 const GradientFlow &flow);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_CARRIEDSTATES_H
