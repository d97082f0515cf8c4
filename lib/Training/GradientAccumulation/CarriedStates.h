//===- CarriedStates.h - states of micro-batches in turn --------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_CARRIEDSTATES_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_CARRIEDSTATES_H

#include "GradientFlow.h"

namespace mlir::fp8 {

/// States that go from micro-batch to micro-batch as they would from step to
/// step, other than `values.carried`: the running statistics of a batch norm.
/// They are computed from the forward, or from what nobody learns from; no
/// gradient is in them, and none reads their new value.
SmallVector<const StatePair *> findCarriedStates(const StepValues &values,
                                                 const GradientFlow &flow);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_CARRIEDSTATES_H
