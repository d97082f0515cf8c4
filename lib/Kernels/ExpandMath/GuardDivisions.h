//===- GuardDivisions.h - integer divisions that never trap -----*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_EXPANDMATH_GUARDDIVISIONS_H
#define FP8_LIB_KERNELS_EXPANDMATH_GUARDDIVISIONS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Makes integer divisions in `root` divide by 1 if the divisor is 0 or the
/// quotient overflows, because a CPU would end the process. Returns true if
/// there were such divisions.
bool guardDivisions(RewriterBase &rewriter, Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_EXPANDMATH_GUARDDIVISIONS_H
