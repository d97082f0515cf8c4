//===- FP8ToArith.h - fp8.convert in integer arithmetic ---------*- C++ -*-===//
#ifndef FP8_CONVERSION_FP8TOARITH_FP8TOARITH_H
#define FP8_CONVERSION_FP8TOARITH_FP8TOARITH_H

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace mlir::fp8 {

/// Rewrites `fp8.convert`, and the conversions of `arith` that targets lack or
/// get wrong, on scalars and vectors.
void populateFP8ToArithPatterns(RewritePatternSet &patterns);

} // namespace mlir::fp8

#endif // FP8_CONVERSION_FP8TOARITH_FP8TOARITH_H
