//===- GuardDivisions.h - integer divisions that never trap -----*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_EXPANDMATH_GUARDDIVISIONS_H
#define FP8_LIB_KERNELS_EXPANDMATH_GUARDDIVISIONS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Changes integer divisions in `root` to divide by 1 if the divisor is 0 or
/// the quotient overflows, because a CPU would trap. Returns true if `root` has
/// changed.
bool guardDivisions(RewriterBase &rewriter, Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_EXPANDMATH_GUARDDIVISIONS_H
