//===- NormalizeFunctions.h - functions in terms of others ------*- C++ -*-===//
#ifndef FP8_LIB_IMPORT_NORMALIZE_NORMALIZEFUNCTIONS_H
#define FP8_LIB_IMPORT_NORMALIZE_NORMALIZEFUNCTIONS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Replaces `op`, a function of math without numerics of its own, by what it is
/// in terms of those that have some. Whether it was one.
bool normalizeFunction(RewriterBase &rewriter, Operation *op);

} // namespace mlir::fp8

#endif // FP8_LIB_IMPORT_NORMALIZE_NORMALIZEFUNCTIONS_H
