//===- SaturateCasts.h - saturating float-to-int casts ----------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_EXPANDMATH_SATURATECASTS_H
#define FP8_LIB_KERNELS_EXPANDMATH_SATURATECASTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Makes casts from floats to integers in `root` return the nearest integer of
/// the type if the value is out of range, and 0 for NaN. GPUs behave this way,
/// CPUs do not. Returns true if there were such casts.
bool saturateCasts(RewriterBase &rewriter, Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_EXPANDMATH_SATURATECASTS_H
