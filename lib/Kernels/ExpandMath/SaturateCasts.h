//===- SaturateCasts.h - floats to integers, everywhere alike ---*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_EXPANDMATH_SATURATECASTS_H
#define FP8_LIB_KERNELS_EXPANDMATH_SATURATECASTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Lets the casts from floats to integers in `root` give the nearest integer of
/// the type where the value is out of range, and 0 for NaN: what GPUs do, and
/// CPUs do not. Gives whether there were such casts.
bool saturateCasts(RewriterBase &rewriter, Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_EXPANDMATH_SATURATECASTS_H
