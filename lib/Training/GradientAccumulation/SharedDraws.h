//===- SharedDraws.h - random values shared by micro-batches ----*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_SHAREDDRAWS_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_SHAREDDRAWS_H

#include "StepValues.h"

namespace mlir::fp8 {

/// Emits a remark for each random value that all micro-batches share, such as a
/// dropout mask. Such a step differs from a step on the whole batch.
void remarkSharedDraws(const StepValues &values);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_SHAREDDRAWS_H
