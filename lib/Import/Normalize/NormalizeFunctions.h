//===- NormalizeFunctions.h - expansion of math functions -------*- C++ -*-===//
#ifndef FP8_LIB_IMPORT_NORMALIZE_NORMALIZEFUNCTIONS_H
#define FP8_LIB_IMPORT_NORMALIZE_NORMALIZEFUNCTIONS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Replaces `op`, a math function without declared numerics, by a formula of
/// functions with declared numerics. Returns true if `op` is such a function.
bool normalizeFunction(RewriterBase &rewriter, Operation *op);

} // namespace mlir::fp8

#endif // FP8_LIB_IMPORT_NORMALIZE_NORMALIZEFUNCTIONS_H
