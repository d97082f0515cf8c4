//===- KernelKinds.h - kernels that compute the same ------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_KERNELKINDS_H
#define FP8_LIB_KERNELS_BUCKETS_KERNELKINDS_H

#include "FlattenKernel.h"

namespace mlir::fp8 {

/// What elements of `kernels` share scales by, for those whose elements are one
/// granule: that of the first with several.
Granules findGranules(ArrayRef<KernelOp> kernels);

/// Finds kernels that compute the same but for the size of tensors and scalar
/// constants. Returns sets of two or more, by their numbers in `kernels`. They
/// get a flat form before them in `flat`, where constants that differ are
/// operands; the others get none.
SmallVector<SmallVector<unsigned>> findKinds(OpBuilder &builder,
                                             ArrayRef<KernelOp> kernels,
                                             const Granules &granules,
                                             SmallVectorImpl<FlatKernel> &flat);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_KERNELKINDS_H
