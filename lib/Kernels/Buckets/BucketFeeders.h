//===- BucketFeeders.h - what the updates of a bucket wait for --*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_BUCKETFEEDERS_H
#define FP8_LIB_KERNELS_BUCKETS_BUCKETFEEDERS_H

#include "KernelKinds.h"
#include "UpdateIntervals.h"

namespace mlir::fp8 {

/// Feeders that the updates of one bucket wait for, and nothing else.
class BucketFeeders {
public:
  /// `bucketOf` has the number of the bucket of each update that is in one, of
  /// `numBuckets`.
  BucketFeeders(Block &block, const UpdateIntervals &intervals,
                const DenseMap<Operation *, unsigned> &bucketOf,
                unsigned numBuckets);

  /// Makes kernels that compute the same buckets of their own, numbered from
  /// `nextBucket` on, and hands all feeders of `bucket` to `place` in an order
  /// in which each comes after what it waits for.
  void apply(unsigned bucket, const Granules &granules, int64_t &nextBucket,
             llvm::function_ref<void(Operation *)> place);

  bool contains(Operation *op) const { return ownerOf.contains(op); }

  /// Replaces kernels by their flat forms.
  void replaceKernels();

private:
  void placeKernels(ArrayRef<Operation *> ops, const Granules &granules,
                    int64_t &nextBucket,
                    llvm::function_ref<void(Operation *)> place);

  /// In the order of the block.
  std::vector<SmallVector<Operation *>> feeders;
  DenseMap<Operation *, unsigned> ownerOf;
  SmallVector<std::pair<KernelOp, FlatKernel>, 0> replaced;
};

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_BUCKETFEEDERS_H
