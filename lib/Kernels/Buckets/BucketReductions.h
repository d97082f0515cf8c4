//===- BucketReductions.h - multi-tensor reductions -------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_BUCKETREDUCTIONS_H
#define FP8_LIB_KERNELS_BUCKETS_BUCKETREDUCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Groups kernels of `function` that reduce tensors to scalars by the same
/// computation, such as the norms of all gradients. Places them next to each
/// other and marks them as buckets, numbered from `nextBucket` on. Updates keep
/// their positions, and feeders of a single update bucket are already in a
/// bucket. A tensor that is kept alive only for a bucket counts towards the
/// byte limits.
void bucketReductions(func::FuncOp function, int64_t maxBytes,
                      int64_t maxOutstanding, int64_t &nextBucket);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_BUCKETREDUCTIONS_H
