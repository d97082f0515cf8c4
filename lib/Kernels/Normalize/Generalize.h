//===- Generalize.h - conversion of linalg ops to generics ------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_NORMALIZE_GENERALIZE_H
#define FP8_LIB_KERNELS_NORMALIZE_GENERALIZE_H

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

namespace mlir::fp8 {

/// Returns `op` if it is a generic, else the generic that replaces it.
inline FailureOr<linalg::GenericOp> generalize(RewriterBase &rewriter,
                                               linalg::LinalgOp op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
    return generic;
  rewriter.setInsertionPoint(op);
  return linalg::generalizeNamedOp(rewriter, op);
}

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_NORMALIZE_GENERALIZE_H
