//===- WeightCopies.h - states that are copies of a weight ------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_WEIGHTCOPIES_H
#define FP8_LIB_TRAINING_STORAGE_WEIGHTCOPIES_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Returns true if `state` of `update` is a copy of `parameter`, which the same
/// update changes. Examples are slow weights, and an average from which the
/// weight is computed. Such a state needs the precision of a weight, although
/// it decays like a moment.
bool isWeightCopy(UpdateOp update, unsigned parameter, unsigned state);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_WEIGHTCOPIES_H
