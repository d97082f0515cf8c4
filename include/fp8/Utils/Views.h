//===- Views.h - other shapes and parts of a tensor -------------*- C++ -*-===//
#ifndef FP8_UTILS_VIEWS_H
#define FP8_UTILS_VIEWS_H

#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Whether the result of `op` is its first operand, or a part of it, in other
/// words: it lies in the same buffer.
bool isView(Operation *op);

/// Whether the user of `use` is a view of it: what a barrier waits for is none.
bool isView(OpOperand &use);

/// What `value` is a view of.
Value getViewRoot(Value value);

/// The reassociation of `rank` dimensions to one; of none to none.
SmallVector<ReassociationIndices> joinAll(int64_t rank);

/// Builds the layout op `op` once more, on `source`, which has the shape of its
/// operand and other elements.
Value cloneLayout(OpBuilder &builder, Operation *op, Value source);

} // namespace mlir::fp8

#endif // FP8_UTILS_VIEWS_H
