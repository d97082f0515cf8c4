//===- Limits.h - limits of values ------------------------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_LIMITS_H
#define FP8_LIB_TRAINING_STORAGE_LIMITS_H

#include "fp8/Analysis/UpdateRegion.h"

namespace mlir::fp8 {

/// A clamp of `value` between two limits, which are the same for every element.
struct Clamp {
  Value value, lower, upper;
  /// True if the clamp turns NaN into one of the limits.
  bool catchesNaN;
};

/// Matches a minimum of a maximum, or a maximum of a minimum. Either may be
/// written as a comparison and a select.
std::optional<Clamp> matchClamp(const UpdateRegion &region, Operation *op);

/// Returns the largest magnitude of the integer that `op` converts to a float.
/// For a comparison, as in a sign function, this is 1. Returns std::nullopt if
/// `op` is another op or the integer has more than 24 bits.
std::optional<double> getLargestInteger(Operation *op);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_LIMITS_H
