//===- FlattenKernel.h - elementwise kernels on one dimension ---*- C++ -*-===//
#ifndef FP8_LIB_TRANSFORMS_BUCKETUPDATES_FLATTENKERNEL_H
#define FP8_LIB_TRANSFORMS_BUCKETUPDATES_FLATTENKERNEL_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// A kernel that computes what another does, on tensors of one dimension and of
/// none, with the reshapes around it. The maps of its generics are `d0`, of
/// tensors with an element per group `d0 floordiv size`, or empty.
struct FlatKernel {
  KernelOp kernel;
  /// What the results of the other kernel become.
  SmallVector<Value> results;
  /// All that was made, in order.
  SmallVector<Operation *> ops;

  void erase();
  /// Replaces the kernel that this is the flat form of.
  void replace(KernelOp original) const;
};

/// Makes the flat form of `kernel` before it. Nothing is replaced. Fails where
/// there is none: where tensors are walked in different orders, elements wait
/// for a reduction over all of them, something is gathered or scattered, or an
/// index is computed with that is not the place of the element in the tensor.
/// Each use of a scalar constant in a generic has a constant of its own there.
/// Tensors that have an element per group of elements keep one; all elements of
/// a kernel that has up to `loneGroup` may be one group of so many.
FailureOr<FlatKernel> flattenKernel(OpBuilder &builder, KernelOp kernel,
                                    int64_t loneGroup);

/// Makes constants of the generics of a flat kernel operands: those at
/// `positions`, ascending, among all in the order of the body.
void liftConstants(OpBuilder &builder, FlatKernel &flat,
                   ArrayRef<unsigned> positions);

} // namespace mlir::fp8

#endif // FP8_LIB_TRANSFORMS_BUCKETUPDATES_FLATTENKERNEL_H
