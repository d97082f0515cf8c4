//===- GuardDivisions.h - integer divisions that never trap -----*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_EXPANDMATH_GUARDDIVISIONS_H
#define FP8_LIB_KERNELS_EXPANDMATH_GUARDDIVISIONS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Lets the integer divisions in `root` divide by 1 where the divisor is 0, or
/// where the quotient is one more than the largest integer: a CPU would end the
/// process. Gives whether there were such divisions.
bool guardDivisions(RewriterBase &rewriter, Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_EXPANDMATH_GUARDDIVISIONS_H
