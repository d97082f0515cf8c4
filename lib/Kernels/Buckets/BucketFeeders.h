//===- BucketFeeders.h - ops that only one bucket waits for -----*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_BUCKETFEEDERS_H
#define FP8_LIB_KERNELS_BUCKETS_BUCKETFEEDERS_H

#include "KernelKinds.h"
#include "UpdateIntervals.h"

namespace mlir::fp8 {

/// The feeders (see UpdateIntervals) that only one bucket of updates waits for.
class BucketFeeders {
public:
  /// `bucketOf` maps each update in a bucket to the number of its bucket, below
  /// `numBuckets`.
  BucketFeeders(Block &block, const UpdateIntervals &intervals,
                const DenseMap<Operation *, unsigned> &bucketOf,
                unsigned numBuckets);

  /// Groups equal kernels among the feeders of `bucket` into separate buckets,
  /// numbered from `nextBucket` on. Passes all feeders of `bucket` to `place`,
  /// each after the feeders that it depends on.
  void apply(unsigned bucket, const Granules &granules, int64_t &nextBucket,
             llvm::function_ref<void(Operation *)> place);

  bool contains(Operation *op) const { return ownerOf.contains(op); }

  /// Replaces kernels by their flat forms.
  void replaceKernels();

private:
  void placeKernels(ArrayRef<Operation *> ops, const Granules &granules,
                    int64_t &nextBucket,
                    llvm::function_ref<void(Operation *)> place);

  /// The feeders of each bucket, in block order.
  std::vector<SmallVector<Operation *>> feeders;
  DenseMap<Operation *, unsigned> ownerOf;
  SmallVector<std::pair<KernelOp, FlatKernel>, 0> replaced;
};

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_BUCKETFEEDERS_H
