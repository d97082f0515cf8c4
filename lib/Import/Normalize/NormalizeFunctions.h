//===- NormalizeFunctions.h - expansion of math functions -------*- C++ -*-===//
#ifndef FP8_LIB_IMPORT_NORMALIZE_NORMALIZEFUNCTIONS_H
#define FP8_LIB_IMPORT_NORMALIZE_NORMALIZEFUNCTIONS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// If `op` is a math function whose numerics are not specified, replaces it by
/// a formula of functions with specified numerics and returns true.
bool normalizeFunction(RewriterBase &rewriter, Operation *op);

} // namespace mlir::fp8

#endif // FP8_LIB_IMPORT_NORMALIZE_NORMALIZEFUNCTIONS_H
