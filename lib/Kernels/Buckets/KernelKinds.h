//===- KernelKinds.h - groups of equal kernels ------------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_KERNELKINDS_H
#define FP8_LIB_KERNELS_BUCKETS_KERNELKINDS_H

#include "FlattenKernel.h"

namespace mlir::fp8 {

/// Finds the scaling blocks of `kernels`, for kernels whose elements form a
/// single block. Uses the first kernel with several blocks.
Granules findGranules(ArrayRef<KernelOp> kernels);

/// Finds kernels that are equal except for tensor sizes and scalar constants.
/// Returns groups of two or more, as indices into `kernels`. Each grouped
/// kernel gets a flattened form before it, in `flat`, in which differing
/// constants are operands. Other kernels get none.
SmallVector<SmallVector<unsigned>> findKinds(OpBuilder &builder,
                                             ArrayRef<KernelOp> kernels,
                                             const Granules &granules,
                                             SmallVectorImpl<FlatKernel> &flat);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_KERNELKINDS_H
