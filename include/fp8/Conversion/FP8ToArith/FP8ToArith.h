//===- FP8ToArith.h - fp8.convert in integer arithmetic ---------*- C++ -*-===//
#ifndef FP8_CONVERSION_FP8TOARITH_FP8TOARITH_H
#define FP8_CONVERSION_FP8TOARITH_FP8TOARITH_H

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace mlir::fp8 {

/// Adds patterns that rewrite `fp8.convert` on scalars and vectors, and
/// conversions of `arith` that targets do not support or compute incorrectly.
void populateFP8ToArithPatterns(RewritePatternSet &patterns);

} // namespace mlir::fp8

#endif // FP8_CONVERSION_FP8TOARITH_FP8TOARITH_H
