//===- Reshape.h - reshapes in either direction -----------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_RESHAPE_H
#define FP8_ANALYSIS_RESHAPE_H

#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/Builders.h"
#include <optional>

namespace mlir::fp8 {

/// A `tensor.expand_shape` or a `tensor.collapse_shape`.
struct Reshape {
  static std::optional<Reshape> match(Operation *op);

  /// The operand and the result of the reshape, in either order. `expanded` has
  /// more dimensions; `collapsed` has one dimension per group of these.
  Value expanded, collapsed;
  SmallVector<ReassociationIndices> groups;
};

/// Applies the inverse of the reshape `op` to `value`, which has the shape of
/// its result. `type` has the shape of its operand.
Value undoReshape(OpBuilder &builder, Operation *op, Value value, Type type);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_RESHAPE_H
