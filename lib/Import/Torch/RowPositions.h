//===- RowPositions.h - positions that depend on the row only ---*- C++ -*-===//
#ifndef FP8_LIB_IMPORT_TORCH_ROWPOSITIONS_H
#define FP8_LIB_IMPORT_TORCH_ROWPOSITIONS_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Value.h"
#include <optional>

namespace mlir::fp8 {

/// One digit of a row number: `(row floordiv stride) mod extent`.
struct RowDigit {
  int64_t stride, extent;
};

/// Returns the digit that `column` of `indices`, of shape [N, K], holds in
/// every row. Returns none if it holds another number or depends on data.
std::optional<RowDigit> findRowDigit(Value indices, int64_t column);

} // namespace mlir::fp8

#endif // FP8_LIB_IMPORT_TORCH_ROWPOSITIONS_H
