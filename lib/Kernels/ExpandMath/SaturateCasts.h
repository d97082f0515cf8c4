//===- SaturateCasts.h - saturating float-to-int casts ----------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_EXPANDMATH_SATURATECASTS_H
#define FP8_LIB_KERNELS_EXPANDMATH_SATURATECASTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Makes casts from floats to integers in `root` saturate: a value out of range
/// becomes the nearest integer of the type, and NaN becomes 0. GPUs saturate in
/// this way, but CPUs do not. Returns true if `root` has changed.
bool saturateCasts(RewriterBase &rewriter, Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_EXPANDMATH_SATURATECASTS_H
