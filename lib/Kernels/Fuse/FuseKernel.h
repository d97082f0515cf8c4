//===- FuseKernel.h - making a kernel of ops --------------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_FUSE_FUSEKERNEL_H
#define FP8_LIB_KERNELS_FUSE_FUSEKERNEL_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Whether `op` is another view of a tensor, in the order that it has.
bool isReshape(Operation *op);
/// An op that computes in a kernel.
bool isKernelBodyOp(Operation *op);

/// An op that each kernel which reads it has for itself: a constant with one
/// value, an uninitialised tensor, a tensor filled with a constant.
bool isCopiedIntoKernels(Operation *op);

/// A destination that no element of the result depends on.
bool isUnread(OpOperand &operand);

/// A kernel that computes what some ops of a block compute.
struct BuiltKernel {
  KernelOp kernel;
  /// What the results stand for: those of the ops that others read.
  SmallVector<Value> values;
};

/// Erases `kernel` and those of its destinations that nothing else has.
void eraseKernel(KernelOp kernel);

/// Copies `ops`, in the order of their block, into a kernel at the insertion
/// point. Nothing is erased or replaced.
BuiltKernel buildKernel(RewriterBase &rewriter, ArrayRef<Operation *> ops);

/// Puts a kernel that computes what `ops` compute at the insertion point, and
/// in place of them.
void replaceByKernel(RewriterBase &rewriter, ArrayRef<Operation *> ops);

/// Lets the kernels of `block` make the views of their results that are
/// returned, where others read those results as well: new states then have the
/// shape of the old ones.
void makeReturnedViews(RewriterBase &rewriter, Block &block);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_FUSE_FUSEKERNEL_H
