//===- FlattenKernel.h - elementwise kernels on few dimensions --*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_FLATTENKERNEL_H
#define FP8_LIB_KERNELS_BUCKETS_FLATTENKERNEL_H

#include "FlatDomain.h"

namespace mlir::fp8 {

/// A kernel that computes what another does, on vectors, or on matrices with
/// blocks, and on tensors of no dimension, with the reshapes around it. The
/// maps of its generics are `d0`, of tensors with an element per group `d0
/// floordiv size`, or empty; those of matrices are the same along both
/// dimensions.
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
/// Tensors that have an element per granule keep one; all elements of a kernel
/// may be one of `granules`.
FailureOr<FlatKernel> flattenKernel(OpBuilder &builder, KernelOp kernel,
                                    const Granules &granules);

/// Makes constants of the generics of a flat kernel operands: those at
/// `positions`, ascending, among all in the order of the body.
void liftConstants(OpBuilder &builder, FlatKernel &flat,
                   ArrayRef<unsigned> positions);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_FLATTENKERNEL_H
