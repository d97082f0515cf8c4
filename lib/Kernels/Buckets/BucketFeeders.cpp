//===- BucketFeeders.cpp - ops that only one bucket waits for -------------===//

#include "BucketFeeders.h"

using namespace mlir;
using namespace mlir::fp8;

/// Visits ops in reverse order, so that the owners of all users of a feeder are
/// known.
BucketFeeders::BucketFeeders(Block &block, const UpdateIntervals &intervals,
                             const DenseMap<Operation *, unsigned> &bucketOf,
                             unsigned numBuckets)
    : feeders(numBuckets) {
  for (Operation &op : llvm::reverse(block.without_terminator())) {
    if (!intervals.isNeeded(&op))
      continue;
    std::optional<unsigned> owner;
    bool isShared = false;
    for (Operation *user : op.getUsers()) {
      if (isa<func::ReturnOp>(user))
        continue;
      auto update = bucketOf.find(user);
      auto feeder = ownerOf.find(user);
      if (update == bucketOf.end() && feeder == ownerOf.end()) {
        isShared = true;
        break;
      }
      unsigned other =
          update != bucketOf.end() ? update->second : feeder->second;
      isShared |= owner && *owner != other;
      owner = other;
    }
    if (isShared || !owner)
      continue;
    ownerOf[&op] = *owner;
    feeders[*owner].push_back(&op);
  }
  for (auto &ops : feeders)
    std::reverse(ops.begin(), ops.end());
}

/// Places the feeders of a bucket by level, the number of kernels that precede
/// an op in a chain of dependent feeders. Equal kernels of one level become one
/// launch.
void BucketFeeders::apply(unsigned bucket, const Granules &granules,
                          int64_t &nextBucket,
                          llvm::function_ref<void(Operation *)> place) {
  DenseMap<Operation *, unsigned> levels;
  std::vector<SmallVector<Operation *>> opsOfLevel;
  for (Operation *op : feeders[bucket]) {
    unsigned level = 0;
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp())
        if (auto it = levels.find(def); it != levels.end())
          level = std::max(level, it->second + isa<KernelOp>(def));
    levels[op] = level;
    if (opsOfLevel.size() <= level)
      opsOfLevel.resize(level + 1);
    opsOfLevel[level].push_back(op);
  }
  for (ArrayRef<Operation *> ops : opsOfLevel) {
    for (Operation *op : ops)
      if (!isa<KernelOp>(op))
        place(op);
    placeKernels(ops, granules, nextBucket, place);
  }
}

void BucketFeeders::placeKernels(ArrayRef<Operation *> ops,
                                 const Granules &granules, int64_t &nextBucket,
                                 llvm::function_ref<void(Operation *)> place) {
  SmallVector<KernelOp> kernels;
  for (Operation *op : ops)
    if (auto kernel = dyn_cast<KernelOp>(op))
      kernels.push_back(kernel);
  if (kernels.empty())
    return;
  OpBuilder builder(kernels.front()->getContext());
  SmallVector<FlatKernel> flat;
  auto kinds = findKinds(builder, kernels, granules, flat);
  for (auto [kernel, form] : llvm::zip_equal(kernels, flat))
    if (!form.kernel)
      place(kernel);
  for (ArrayRef<unsigned> kind : kinds) {
    IntegerAttr number = builder.getI64IntegerAttr(nextBucket++);
    for (unsigned i : kind) {
      flat[i].kernel.setBucketAttr(number);
      llvm::for_each(flat[i].ops, place);
      replaced.emplace_back(kernels[i], std::move(flat[i]));
    }
  }
}

void BucketFeeders::replaceKernels() {
  for (auto &[kernel, flat] : replaced)
    flat.replace(kernel);
}
