//===- Signs.h - which side of zero a float is on ---------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_EXPANDMATH_SIGNS_H
#define FP8_LIB_KERNELS_EXPANDMATH_SIGNS_H

#include "mlir/IR/Value.h"

namespace mlir::fp8 {

/// Whether `value`, a float or several, is at most 0 or NaN: as a logit less
/// the maximum of its row, or the negative of a square.
bool isNotPositive(Value value);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_EXPANDMATH_SIGNS_H
