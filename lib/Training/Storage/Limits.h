//===- Limits.h - limits of values ------------------------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_LIMITS_H
#define FP8_LIB_TRAINING_STORAGE_LIMITS_H

#include "fp8/Analysis/UpdateRegion.h"

namespace mlir::fp8 {

/// `value` between two limits. Each limit is the same for every element.
struct Clamp {
  Value value, lower, upper;
  /// True if a NaN becomes a limit.
  bool catchesNaN;
};

/// Matches a minimum of a maximum, or a maximum of a minimum. Each may also be
/// a comparison and a select.
std::optional<Clamp> matchClamp(const UpdateRegion &region, Operation *op);

/// Returns the largest magnitude of an integer that `op` converts to a float,
/// or none if the integer has more than 24 bits. The largest value of a
/// comparison is 1, as in signs.
std::optional<double> getLargestInteger(Operation *op);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_LIMITS_H
