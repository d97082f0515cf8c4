//===- Limits.h - values that have limits -----------------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_LIMITS_H
#define FP8_LIB_TRAINING_STORAGE_LIMITS_H

#include "fp8/Analysis/UpdateRegion.h"

namespace mlir::fp8 {

/// `value` between two limits that are the same for every element.
struct Clamp {
  Value value, lower, upper;
  /// Whether a NaN becomes a limit.
  bool catchesNaN;
};

/// Matches a lower limit of an upper one, or the reverse, each as a minimum or
/// maximum, or as a compare and a select.
std::optional<Clamp> matchClamp(const UpdateRegion &region, Operation *op);

/// The largest magnitude of an integer that `op` turns into a float. That of a
/// comparison is 1, as in signs. None where the integer has more than 24 bits.
std::optional<double> getLargestInteger(Operation *op);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_LIMITS_H
