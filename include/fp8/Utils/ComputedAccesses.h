//===- ComputedAccesses.h - reads at computed positions ---------*- C++ -*-===//
//
// Helpers for bodies of linalg.generic that read tensors at positions computed
// from loop indices.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_UTILS_COMPUTEDACCESSES_H
#define FP8_UTILS_COMPUTEDACCESSES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Rejects an indexing map that is a sum of multiples of loops and exceeds its
/// operand. The verifier of the op misses this because it checks only the first
/// and the last point.
LogicalResult checkAccesses(linalg::LinalgOp op);

/// Emits the values of `exprs`, whose dimensions are the loops of the generic.
SmallVector<Value> createIndices(OpBuilder &b, Location loc,
                                 ArrayRef<AffineExpr> exprs, unsigned numLoops);

/// A tensor placed inside the space of parallel loops.
struct PlacedTensor {
  Value tensor;
  /// Loop index of its first element. A computed value is clamped so that the
  /// tensor fits.
  SmallVector<OpFoldResult> offsets;
  /// The extents of the space of parallel loops.
  ArrayRef<int64_t> loops;

  /// Emits the element at the loop indices, or `around` outside the tensor. The
  /// read itself is clamped to the nearest position.
  Value createElement(OpBuilder &b, Location loc, Value around) const;
};

} // namespace mlir::fp8

#endif // FP8_UTILS_COMPUTEDACCESSES_H
