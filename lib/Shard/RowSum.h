//===- RowSum.h - reductions over all elements ------------------*- C++ -*-===//
#ifndef FP8_LIB_SHARD_ROWSUM_H
#define FP8_LIB_SHARD_ROWSUM_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::fp8 {

/// A sum or maximum in f32 of a function of each element, over all loops of a
/// linalg op.
struct RowSum {
  linalg::LinalgOp op;
  ReductionKind kind;
  /// The value of the body that is reduced.
  Value element;
  /// Inputs that the op reads at the row of its first loop.
  SmallVector<OpOperand *> aligned;
  /// Number of elements per row.
  int64_t rowElements;
};

/// Matches a reduction whose result has rank 0 and whose first loop counts
/// rows.
std::optional<RowSum> matchRowSum(Operation *op);

} // namespace mlir::fp8

#endif // FP8_LIB_SHARD_ROWSUM_H
