//===- BucketReductions.h - reductions that share a launch ------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_BUCKETREDUCTIONS_H
#define FP8_LIB_KERNELS_BUCKETS_BUCKETREDUCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Puts kernels of `function` that reduce tensors to scalars next to each other
/// where they compute the same, as the norms of all gradients, and marks them
/// as buckets, numbered from `nextBucket` on. Updates have their places, and
/// what waits for one bucket of them alone is in a bucket already. A tensor
/// that is kept for a bucket alone counts towards the limits of bytes.
void bucketReductions(func::FuncOp function, int64_t maxBytes,
                      int64_t maxOutstanding, int64_t &nextBucket);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_BUCKETREDUCTIONS_H
