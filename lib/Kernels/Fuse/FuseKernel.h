//===- FuseKernel.h - creation of a kernel from ops -------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_FUSE_FUSEKERNEL_H
#define FP8_LIB_KERNELS_FUSE_FUSEKERNEL_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Returns true if `op` is a view of its operand with another shape and the
/// same element order.
bool isReshape(Operation *op);
/// Returns true if `op` is computed inside kernels.
bool isKernelBodyOp(Operation *op);

/// Returns true if each kernel that reads the result of `op` gets its own copy
/// of `op`: a splat constant, an uninitialized tensor, or a tensor filled with
/// a constant.
bool isCopiedIntoKernels(Operation *op);

/// Returns true if the operand is a destination and no result element depends
/// on its contents.
bool isUnread(OpOperand &operand);

/// A kernel that computes the results of some ops of a block.
struct BuiltKernel {
  KernelOp kernel;
  /// For each result of `kernel`, the value that it replaces: a result of `ops`
  /// that other ops read.
  SmallVector<Value> values;
};

/// Erases `kernel` and its destinations that have no other use.
void eraseKernel(KernelOp kernel);

/// Creates a kernel at the insertion point with copies of `ops`, which are in
/// block order. Leaves `ops` and their uses unchanged.
BuiltKernel buildKernel(RewriterBase &rewriter, ArrayRef<Operation *> ops);

/// Replaces `ops` by a kernel at the insertion point.
void replaceByKernel(RewriterBase &rewriter, ArrayRef<Operation *> ops);

/// If a view of a kernel result is returned and other ops also read the result,
/// makes the kernel return the view instead. A new state then has the shape of
/// the old state and can be written in place.
void makeReturnedViews(RewriterBase &rewriter, Block &block);

/// Moves kernel results that are views of an input out of their kernels, which
/// would store copies. Keeps views that are returned, and views of states that
/// the function updates.
void hoistViews(RewriterBase &rewriter, Block &block);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_FUSE_FUSEKERNEL_H
