//===- KernelKinds.h - groups of equal kernels ------------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_KERNELKINDS_H
#define FP8_LIB_KERNELS_BUCKETS_KERNELKINDS_H

#include "FlattenKernel.h"

namespace mlir::fp8 {

/// Finds the sizes of scaling blocks from the kernels that have several blocks,
/// for kernels whose elements form a single block. The first kernel that
/// determines a size wins.
Granules findGranules(ArrayRef<KernelOp> kernels);

/// Finds kernels that are equal except for tensor sizes and scalar constants.
/// Returns groups of at least two kernels, as indices into `kernels`. For each
/// kernel in a group, creates its flattened form in `flat`, in which differing
/// constants are operands. For other kernels, the entry of `flat` is empty.
SmallVector<SmallVector<unsigned>> findKinds(OpBuilder &builder,
                                             ArrayRef<KernelOp> kernels,
                                             const Granules &granules,
                                             SmallVectorImpl<FlatKernel> &flat);

/// Finds kernels that compute the same on operands of the same types. Returns
/// groups of at least two kernels, as indices into `kernels`.
SmallVector<SmallVector<unsigned>> findEqualKernels(ArrayRef<KernelOp> kernels);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_KERNELKINDS_H
