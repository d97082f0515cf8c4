//===- Views.h - views and reshapes of tensors ------------------*- C++ -*-===//
#ifndef FP8_UTILS_VIEWS_H
#define FP8_UTILS_VIEWS_H

#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Returns true if the result of `op` is a view of its first operand, so that
/// both share a buffer.
bool isView(Operation *op);

/// Returns true if the user of `use` is a view of it. An fp8.barrier is a view
/// of its source, but not of the value that it waits for.
bool isView(OpOperand &use);

/// Returns the value of which `value` is a view, through any number of views.
Value getViewRoot(Value value);

/// Returns the reassociation of `rank` dimensions into one; empty for rank 0.
SmallVector<ReassociationIndices> joinAll(int64_t rank);

/// Creates the transpose whose dimension i is dimension `permutation[i]` of
/// `value`, of a static shape.
Value createTranspose(OpBuilder &builder, Location loc, Value value,
                      ArrayRef<int64_t> permutation);

/// Clones the layout op `op` for `source`, which has the shape of the operand
/// of `op` but other elements.
Value cloneLayout(OpBuilder &builder, Operation *op, Value source);

} // namespace mlir::fp8

#endif // FP8_UTILS_VIEWS_H
