//===- RowOp.h - ops that treat rows separately -----------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_ROWOP_H
#define FP8_ANALYSIS_ROWOP_H

#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::fp8 {

/// An op that processes rows, the slices along the first dimension. Row `i` of
/// a result depends only on row `i` of the `aligned` operands, and on all
/// elements of the other operands.
struct RowOp {
  SmallVector<OpOperand *> aligned;
  /// True if a row of a result depends on its row number.
  bool readsNumber = false;
};

/// Matches an elementwise op on tensors, a linalg op whose first loop is the
/// first dimension of all results, or a reshape that keeps the first dimension.
/// Returns std::nullopt for other ops and for dynamic shapes.
std::optional<RowOp> matchRowOp(Operation *op);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_ROWOP_H
