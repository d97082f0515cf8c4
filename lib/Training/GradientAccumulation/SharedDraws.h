//===- SharedDraws.h - what all micro-batches draw --------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_SHAREDDRAWS_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_SHAREDDRAWS_H

#include "StepValues.h"

namespace mlir::fp8 {

/// Tells what a step draws once for all micro-batches, a mask of dropout, say:
/// it is another step than that of the whole batch.
void remarkSharedDraws(const StepValues &values);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_SHAREDDRAWS_H
