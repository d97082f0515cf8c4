//===- ComputedAccesses.h - reads at computed positions ---------*- C++ -*-===//
//
// Bodies of linalg.generic that read tensors at positions that they compute
// from their loops.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_UTILS_COMPUTEDACCESSES_H
#define FP8_UTILS_COMPUTEDACCESSES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Refuses a map that is a sum of multiples of loops and leaves its operand,
/// which the verifier of the op, that looks at the first and the last point
/// only, does not see.
LogicalResult checkAccesses(linalg::LinalgOp op);

/// The values of `exprs`, whose dimensions are the loops of the generic.
SmallVector<Value> createIndices(OpBuilder &b, Location loc,
                                 ArrayRef<AffineExpr> exprs, unsigned numLoops);

/// A tensor that lies inside of the space of parallel loops.
struct PlacedTensor {
  Value tensor;
  /// Of its first element, in the loops: what is computed is the nearest one
  /// where the tensor fits.
  SmallVector<OpFoldResult> offsets;
  /// The extents of the loops.
  ArrayRef<int64_t> loops;

  /// Its element at the loops, or `around` where it has none. It is read at
  /// the nearest position there.
  Value createElement(OpBuilder &b, Location loc, Value around) const;
};

} // namespace mlir::fp8

#endif // FP8_UTILS_COMPUTEDACCESSES_H
