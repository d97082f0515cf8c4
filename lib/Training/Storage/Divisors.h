//===- Divisors.h - what is divided by a state ------------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_DIVISORS_H
#define FP8_LIB_TRAINING_STORAGE_DIVISORS_H

#include "fp8/Analysis/UpdateRegion.h"

namespace mlir::fp8 {

/// Whether something is divided by elements of `value`, a tensor, or by what is
/// computed from them element by element, such as the sum of a root and an
/// epsilon: where a code is 0 only the epsilon is left.
bool isDivisor(Value value);

/// The same of the old value of a state in its own update, where the gradient
/// is not added before: ADOPT and ACProp divide by the second moment of the
/// step before.
bool isOldDivisor(UpdateOp update, const UpdateRegion &region, unsigned state);

/// Whether the update takes a root or a logarithm of a difference of states
/// that `state` is a part of: the variance `v - m * m` of a centered RMSProp is
/// not negative as long as both are exact, and of their codes the root is a
/// NaN.
bool isInRootedDifference(UpdateOp update, const UpdateRegion &region,
                          unsigned state);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_DIVISORS_H
