//===- FuseNormalize.h - what fusion starts from ----------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_FUSE_FUSENORMALIZE_H
#define FP8_LIB_KERNELS_FUSE_FUSENORMALIZE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Leaves generics and fills of the ops of linalg in the one block of
/// `function`, on types that kernels have, and lets them read what a tensor
/// only repeats or widens. Fails with an error on other types.
LogicalResult normalizeForFusion(RewriterBase &rewriter, func::FuncOp function);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_FUSE_FUSENORMALIZE_H
