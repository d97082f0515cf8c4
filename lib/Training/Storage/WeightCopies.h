//===- WeightCopies.h - states that are copies of a weight ------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_WEIGHTCOPIES_H
#define FP8_LIB_TRAINING_STORAGE_WEIGHTCOPIES_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Whether `state` of `update`, which changes `parameter` too, is a copy of
/// that parameter, such as slow weights or an average that the weight is taken
/// from: it needs the digits of a weight, though it decays as a moment does.
bool isWeightCopy(UpdateOp update, unsigned parameter, unsigned state);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_WEIGHTCOPIES_H
