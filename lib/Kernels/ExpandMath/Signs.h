//===- Signs.h - sign analysis of floats ------------------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_EXPANDMATH_SIGNS_H
#define FP8_LIB_KERNELS_EXPANDMATH_SIGNS_H

#include "mlir/IR/Value.h"

namespace mlir::fp8 {

/// Returns true if `value`, a float or several floats, is known to be at most 0
/// or NaN. Examples are a logit minus the maximum of its row, and a negated
/// square.
bool isNotPositive(Value value);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_EXPANDMATH_SIGNS_H
