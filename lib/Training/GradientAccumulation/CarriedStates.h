//===- CarriedStates.h - states carried across micro-batches ----*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_CARRIEDSTATES_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_CARRIEDSTATES_H

#include "GradientFlow.h"

namespace mlir::fp8 {

/// Finds further states that each micro-batch passes to the next, such as
/// running statistics of a batch norm. Leaves out the states that are already
/// in `values.carried`. A carried state is computed from the forward pass or
/// from values that no parameter depends on. It depends on no gradient, and
/// outside the loss no op reads its new value.
SmallVector<const StatePair *> findCarriedStates(const StepValues &values,
                                                 const GradientFlow &flow);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_CARRIEDSTATES_H
