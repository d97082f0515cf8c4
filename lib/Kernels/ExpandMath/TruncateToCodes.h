//===- TruncateToCodes.h - arith.truncf to 8 bits ---------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_EXPANDMATH_TRUNCATETOCODES_H
#define FP8_LIB_KERNELS_EXPANDMATH_TRUNCATETOCODES_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Rewrites the `arith.truncf` ops in `root` from f32, bf16 and f16 to e4m3 and
/// e5m2 with `fp8.convert`. Returns true if there were any.
bool expandTruncations(RewriterBase &rewriter, Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_EXPANDMATH_TRUNCATETOCODES_H
