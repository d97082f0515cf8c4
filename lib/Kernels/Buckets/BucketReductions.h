//===- BucketReductions.h - multi-tensor reductions -------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_BUCKETREDUCTIONS_H
#define FP8_LIB_KERNELS_BUCKETS_BUCKETREDUCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Groups kernels of `function` that reduce tensors to scalars by the same
/// computation, such as the norms of all gradients. Places the kernels of a
/// group next to each other and marks them as a bucket, numbered from
/// `nextBucket` on. Does not move updates, and does not group feeders that are
/// already in a bucket. The limits count the bytes of tensors that only a
/// bucket keeps alive: `maxBytes` per bucket, `maxOutstanding` for all open
/// buckets.
void bucketReductions(func::FuncOp function, int64_t maxBytes,
                      int64_t maxOutstanding, int64_t &nextBucket);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_BUCKETREDUCTIONS_H
