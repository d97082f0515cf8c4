//===- TruncateToCodes.h - arith.truncf to 8 bits ---------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_EXPANDMATH_TRUNCATETOCODES_H
#define FP8_LIB_KERNELS_EXPANDMATH_TRUNCATETOCODES_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Writes the `arith.truncf` in `root` from f32, bf16 and f16 to e4m3 and e5m2
/// with `fp8.convert`. Gives whether there were any.
bool expandTruncations(RewriterBase &rewriter, Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_EXPANDMATH_TRUNCATETOCODES_H
