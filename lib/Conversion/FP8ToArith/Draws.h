//===- Draws.h - fp8.draw in integer arithmetic -----------------*- C++ -*-===//
#ifndef FP8_LIB_CONVERSION_FP8TOARITH_DRAWS_H
#define FP8_LIB_CONVERSION_FP8TOARITH_DRAWS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Adds the pattern that lowers `fp8.draw` on scalars and vectors. Lanes that
/// are known to be consecutive share Philox blocks.
void populateDrawPatterns(RewritePatternSet &patterns);

} // namespace mlir::fp8

#endif // FP8_LIB_CONVERSION_FP8TOARITH_DRAWS_H
