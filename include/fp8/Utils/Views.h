//===- Views.h - views and reshapes of tensors ------------------*- C++ -*-===//
#ifndef FP8_UTILS_VIEWS_H
#define FP8_UTILS_VIEWS_H

#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Returns true if the result of the user of `use` is a view of the used value.
/// For fp8.barrier, this is true only for its source, not for the value that it
/// waits for.
bool isView(OpOperand &use);

/// Returns the operands through which ops read `value` or views of it. Leaves
/// out the operands of the views themselves.
SmallVector<OpOperand *> getReads(Value value);

/// Returns the reassociation that merges `rank` dimensions into one, or an
/// empty list for rank 0.
SmallVector<ReassociationIndices> joinAll(int64_t rank);

/// Creates a transpose of `value`, which has a static shape. Dimension i of the
/// result is dimension `permutation[i]` of `value`.
Value createTranspose(OpBuilder &builder, Location loc, Value value,
                      ArrayRef<int64_t> permutation);

/// Clones the layout op `op` with the operand `source`, which must have the
/// same shape as the old operand, but may have another element type.
Value cloneLayout(OpBuilder &builder, Operation *op, Value source);

} // namespace mlir::fp8

#endif // FP8_UTILS_VIEWS_H
