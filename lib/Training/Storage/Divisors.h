//===- Divisors.h - divisions by a state ------------------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_DIVISORS_H
#define FP8_LIB_TRAINING_STORAGE_DIVISORS_H

#include "fp8/Analysis/UpdateRegion.h"

namespace mlir::fp8 {

/// Returns true if some op divides by elements of the tensor `value`, or by
/// values computed from them elementwise, such as the sum of a root and an
/// epsilon. Storing such a tensor in 8 bits is risky: if a code is 0, only the
/// epsilon remains in the sum.
bool isDivisor(Value value);

/// Returns true if the update of a state divides by its old value before the
/// gradient is added. ADOPT and ACProp divide by the second moment of the
/// previous step.
bool isOldDivisor(UpdateOp update, const UpdateRegion &region, unsigned state);

/// Returns true if the update takes a root or a logarithm of a difference of
/// states, one of which is `state`. An example is the variance `v - m * m` of a
/// centered RMSProp. The exact difference is not negative, but the difference
/// of decoded codes may be negative, and its root NaN.
bool isInRootedDifference(UpdateOp update, const UpdateRegion &region,
                          unsigned state);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_DIVISORS_H
