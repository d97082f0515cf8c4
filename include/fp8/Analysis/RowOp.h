//===- RowOp.h - ops that treat rows separately -----------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_ROWOP_H
#define FP8_ANALYSIS_ROWOP_H

#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::fp8 {

/// An op whose results have the rows of some operands: row `i` of a result,
/// along its first dimension, depends on row `i` of `aligned` operands and on
/// all of the other operands.
struct RowOp {
  SmallVector<OpOperand *> aligned;
  /// True if a row of a result depends on its row number.
  bool readsNumber = false;
};

/// Matches an elementwise op on tensors, an op of linalg whose first loop is
/// the first dimension of all its results, or a reshape that keeps the first
/// dimension.
std::optional<RowOp> matchRowOp(Operation *op);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_ROWOP_H
