//===- FuseKernel.h - creation of a kernel from ops -------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_FUSE_FUSEKERNEL_H
#define FP8_LIB_KERNELS_FUSE_FUSEKERNEL_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Returns true if `op` is another view of a tensor that preserves the element
/// order.
bool isReshape(Operation *op);
/// Returns true if `op` is computed inside kernels.
bool isKernelBodyOp(Operation *op);

/// Returns true if each kernel that reads `op` has its own copy: a splat
/// constant, an uninitialized tensor, or a tensor filled with a constant.
bool isCopiedIntoKernels(Operation *op);

/// Returns true if the operand is a destination whose contents no element of
/// the result depends on.
bool isUnread(OpOperand &operand);

/// A kernel that computes the results of some ops of a block.
struct BuiltKernel {
  KernelOp kernel;
  /// The values that the results replace: the results of these ops that other
  /// ops read.
  SmallVector<Value> values;
};

/// Erases `kernel` and its destinations that have no other use.
void eraseKernel(KernelOp kernel);

/// Copies `ops`, in block order, into a kernel at the insertion point. Erases
/// and replaces nothing.
BuiltKernel buildKernel(RewriterBase &rewriter, ArrayRef<Operation *> ops);

/// Replaces `ops` by a kernel at the insertion point.
void replaceByKernel(RewriterBase &rewriter, ArrayRef<Operation *> ops);

/// Moves returned views of kernel results into the kernels if other ops read
/// the results as well. New states then have the shape of the old states.
void makeReturnedViews(RewriterBase &rewriter, Block &block);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_FUSE_FUSEKERNEL_H
