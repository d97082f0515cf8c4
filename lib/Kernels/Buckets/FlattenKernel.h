//===- FlattenKernel.h - flattening of elementwise kernels ------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_FLATTENKERNEL_H
#define FP8_LIB_KERNELS_BUCKETS_FLATTENKERNEL_H

#include "FlatDomain.h"

namespace mlir::fp8 {

/// The flattened form of a kernel, on vectors or on matrices with scaling
/// blocks, with the reshapes around it. The indexing maps of its generics are
/// `d0`; or `d0 floordiv size` for tensors with one value per group; or empty
/// for scalars. Matrices have one such map result per dimension.
struct FlatKernel {
  KernelOp kernel;
  /// Replacements for the results of the original kernel.
  SmallVector<Value> results;
  /// All created ops, in program order.
  SmallVector<Operation *> ops;

  void erase();
  /// Replaces the results of `original`, the kernel that was flattened, and
  /// erases it.
  void replace(KernelOp original) const;
};

/// Creates the flattened form of `kernel` before `kernel`, and leaves `kernel`
/// unchanged. Fails if there is no flattened form:
///
/// - tensors are accessed in different orders;
/// - elements depend on a reduction over all elements;
/// - the kernel gathers or scatters;
/// - the kernel computes with an index that is not the linear index of an
///   element.
///
/// Each use of a scalar constant in a generic gets its own constant. Tensors
/// with one value per scaling block keep one value per scaling block. If all
/// elements of `kernel` form one scaling block, the block may get the size in
/// `granules`.
FailureOr<FlatKernel> flattenKernel(OpBuilder &builder, KernelOp kernel,
                                    const Granules &granules);

/// Turns constants in the generics of a flattened kernel into operands.
/// `positions` numbers these constants among all constants in body order, and
/// is sorted.
void liftConstants(OpBuilder &builder, FlatKernel &flat,
                   ArrayRef<unsigned> positions);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_FLATTENKERNEL_H
