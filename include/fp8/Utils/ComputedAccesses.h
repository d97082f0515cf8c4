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

/// Emits an error if an indexing map is a sum of multiples of loops and
/// accesses its operand out of bounds. The verifier of the op does not notice
/// this in all cases, because it checks only the first and the last iteration.
LogicalResult checkAccesses(linalg::LinalgOp op);

/// Emits index arithmetic for `exprs`, whose dimensions are the loops of the
/// generic.
SmallVector<Value> createIndices(OpBuilder &b, Location loc,
                                 ArrayRef<AffineExpr> exprs, unsigned numLoops);

/// A tensor that covers a part of the space of parallel loops.
struct PlacedTensor {
  Value tensor;
  /// Loop indices of its first element. Offsets that are computed at run time
  /// are clamped so that the tensor fits.
  SmallVector<OpFoldResult> offsets;
  /// The extents of the space of parallel loops.
  ArrayRef<int64_t> loops;

  /// Emits the element at the loop indices, or `around` if they are outside of
  /// the tensor. The position is clamped, so that the read is always in bounds.
  Value createElement(OpBuilder &b, Location loc, Value around) const;
};

} // namespace mlir::fp8

#endif // FP8_UTILS_COMPUTEDACCESSES_H
