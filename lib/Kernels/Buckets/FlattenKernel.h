//===- FlattenKernel.h - flattening of elementwise kernels ------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_FLATTENKERNEL_H
#define FP8_LIB_KERNELS_BUCKETS_FLATTENKERNEL_H

#include "FlatDomain.h"

namespace mlir::fp8 {

/// The flattened form of another kernel, on vectors or on matrices with blocks,
/// and on rank-0 tensors, with the reshapes around it. The indexing maps of its
/// generics are `d0`; `d0 floordiv size` for tensors with one value per group;
/// or empty. Matrices have such a result for each dimension.
struct FlatKernel {
  KernelOp kernel;
  /// Replacements for the results of the other kernel.
  SmallVector<Value> results;
  /// All created ops, in order.
  SmallVector<Operation *> ops;

  void erase();
  /// Replaces the kernel that was flattened.
  void replace(KernelOp original) const;
};

/// Creates the flattened form of `kernel` before it, without replacing
/// anything. Fails if there is no flattened form:
///
/// - tensors are accessed in different orders;
/// - elements depend on a reduction over all elements;
/// - the kernel gathers or scatters;
/// - the kernel computes with an index that is not the linear index of an
///   element.
///
/// Each use of a scalar constant in a generic gets its own constant. Tensors
/// with one value per scaling block keep it. A kernel whose elements form one
/// scaling block may be flattened with the block sizes in `granules`.
FailureOr<FlatKernel> flattenKernel(OpBuilder &builder, KernelOp kernel,
                                    const Granules &granules);

/// Turns constants in the generics of a flattened kernel into operands.
/// `positions` lists their positions among all constants, in body order, in
/// ascending order.
void liftConstants(OpBuilder &builder, FlatKernel &flat,
                   ArrayRef<unsigned> positions);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_FLATTENKERNEL_H
