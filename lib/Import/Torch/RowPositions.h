//===- RowPositions.h - positions that depend on the row only ---*- C++ -*-===//
#ifndef FP8_LIB_IMPORT_TORCH_ROWPOSITIONS_H
#define FP8_LIB_IMPORT_TORCH_ROWPOSITIONS_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Value.h"
#include <optional>

namespace mlir::fp8 {

/// A digit of a row number in a mixed-radix system: `(row floordiv stride) mod
/// extent`.
struct RowDigit {
  int64_t stride, extent;
};

/// If `column` of `indices`, a tensor of shape [N, K], contains one digit of
/// the row number in every row, returns this digit. Otherwise returns
/// std::nullopt.
std::optional<RowDigit> findRowDigit(Value indices, int64_t column);

} // namespace mlir::fp8

#endif // FP8_LIB_IMPORT_TORCH_ROWPOSITIONS_H
