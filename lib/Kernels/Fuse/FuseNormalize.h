//===- FuseNormalize.h - normalization before fusion ------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_FUSE_FUSENORMALIZE_H
#define FP8_LIB_KERNELS_FUSE_FUSENORMALIZE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Rewrites the linalg ops in the single block of `function` to generics and
/// fills, and folds broadcasts and float extensions into their readers. Reports
/// types that kernels do not support.
LogicalResult normalizeForFusion(RewriterBase &rewriter, func::FuncOp function);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_FUSE_FUSENORMALIZE_H
