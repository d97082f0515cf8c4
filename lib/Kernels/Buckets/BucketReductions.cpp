//===- BucketReductions.cpp - reductions that share a launch --------------===//
//
// Rounds: reductions that wait for others by way of scalars come after these.
//
//===----------------------------------------------------------------------===//

#include "BucketReductions.h"
#include "KernelKinds.h"
#include "OpPlaces.h"
#include "ReductionIntervals.h"
#include "fp8/Analysis/KernelTraffic.h"
#include "fp8/Utils/Views.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/DenseSet.h"

#include <limits>
#include <queue>

using namespace mlir;
using namespace mlir::fp8;

/// How many reductions may wait for each other by way of scalars, as the norm
/// of clipped gradients waits for that of the gradients.
static constexpr unsigned kMaxRounds = 4;
namespace {
struct Reduction {
  KernelOp kernel;
  unsigned kind = 0;
  FlatKernel flat;
  /// The op that it may come right after, and the one it must come before.
  int64_t ready = -1;
  int64_t limit = 0;
};

/// A tensor that a reduction reads: where it would end without the reduction.
struct Kept {
  int64_t lastUse;
  int64_t bytes;
  unsigned kind;
  /// Of the bucket that keeps it.
  int64_t number;
  bool operator>(const Kept &other) const { return lastUse > other.lastUse; }
};

struct Bucket {
  SmallVector<Reduction *> reductions;
  int64_t ready = -1;
  int64_t limit = std::numeric_limits<int64_t>::max();
  int64_t bytes = 0;
  int64_t number = 0;
  /// What its reductions read, each once.
  DenseSet<Value> tensors;
};

class ReductionBucketer {
public:
  ReductionBucketer(func::FuncOp function, int64_t maxBytes,
                    int64_t maxOutstanding)
      : function(function), block(function.getBody().front()),
        maxBytes(maxBytes), maxOutstanding(maxOutstanding),
        intervals(function) {}

  /// Those that wait for none that is still to be looked at. Returns whether
  /// there were any; buckets are numbered from `nextBucket` on.
  bool runRound(int64_t &nextBucket);

private:
  /// Returns whether there are any that were not looked at before.
  bool findCandidates();
  void keep(const Reduction &reduction);
  void formBuckets();
  void close(Bucket &bucket);
  void apply(int64_t &nextBucket);
  void bringLocals(Reduction &reduction, int64_t slot);
  void bringFollowers(Operation *op, int64_t slot);

  func::FuncOp function;
  Block &block;
  int64_t maxBytes, maxOutstanding;
  ReductionIntervals intervals;
  /// Kernels of earlier rounds.
  DenseSet<Operation *> seen;

  // Of a round:
  SmallVector<Reduction, 0> reductions;
  std::priority_queue<Kept, std::vector<Kept>, std::greater<>> kept;
  SmallVector<Bucket> open, buckets;
  int64_t outstanding = 0;
  OpPlaces places;
};
} // namespace

//===----------------------------------------------------------------------===//
// Which there are
//===----------------------------------------------------------------------===//

bool ReductionBucketer::findCandidates() {
  reductions.clear();
  SmallVector<KernelOp> kernels;
  // What follows from a reduction of this round moves with it.
  DenseSet<Operation *> following;
  for (Operation &op : block.without_terminator()) {
    bool isCandidate = !seen.contains(&op) && intervals.getLimit(&op) &&
                       intervals.isReduction(&op);
    bool follows = llvm::any_of(op.getOperands(), [&](Value operand) {
      return following.contains(operand.getDefiningOp());
    });
    if (isCandidate && !follows) {
      kernels.push_back(cast<KernelOp>(op));
      seen.insert(&op);
    }
    if (isCandidate || (follows && intervals.isFollower(&op)))
      following.insert(&op);
  }
  OpBuilder builder(function.getContext());
  SmallVector<FlatKernel> flat;
  auto kinds = findKinds(builder, kernels, findGranules(kernels), flat);
  for (auto [number, kind] : llvm::enumerate(kinds))
    for (unsigned i : kind) {
      Reduction &reduction = reductions.emplace_back();
      reduction.kernel = kernels[i];
      reduction.kind = number;
      reduction.flat = std::move(flat[i]);
      reduction.ready = intervals.findReady(kernels[i]);
      reduction.limit = *intervals.getLimit(kernels[i]);
    }
  open.assign(kinds.size(), Bucket());
  for (auto [kind, bucket] : llvm::enumerate(open))
    bucket.number = -static_cast<int64_t>(kind) - 1;
  return !kernels.empty();
}

//===----------------------------------------------------------------------===//
// Buckets
//===----------------------------------------------------------------------===//

void ReductionBucketer::close(Bucket &bucket) {
  if (bucket.reductions.empty())
    return;
  outstanding -= bucket.bytes;
  buckets.push_back(std::exchange(bucket, Bucket()));
  bucket.number = buckets.size();
}

/// What the step has made is kept for the reduction where nobody else reads it
/// later.
void ReductionBucketer::keep(const Reduction &reduction) {
  KernelOp kernel = reduction.kernel;
  for (Value input : kernel.getInputs()) {
    Value root = getViewRoot(input);
    Bucket &bucket = open[reduction.kind];
    if (!root.getDefiningOp() ||
        cast<ShapedType>(root.getType()).getNumElements() <= 1 ||
        !bucket.tensors.insert(root).second)
      continue;
    int64_t lastUse = -1;
    SmallVector<Value> aliases = {root};
    while (!aliases.empty())
      for (OpOperand &use : aliases.pop_back_val().getUses()) {
        Operation *user = block.findAncestorOpInBlock(*use.getOwner());
        // Its flat form stands before it.
        if (user == kernel || !intervals.getPosition(user))
          continue;
        if (isView(use))
          aliases.push_back(user->getResult(0));
        else
          lastUse = std::max(lastUse, *intervals.getPosition(user));
      }
    kept.push(
        {lastUse, getBytes(root.getType()), reduction.kind, bucket.number});
  }
}

/// In the order in which reductions are ready: a bucket stands where its last
/// one is.
void ReductionBucketer::formBuckets() {
  SmallVector<Reduction *> order;
  for (Reduction &reduction : reductions)
    order.push_back(&reduction);
  llvm::sort(order, [&](Reduction *a, Reduction *b) {
    return std::make_pair(a->ready, intervals.getPosition(a->kernel)) <
           std::make_pair(b->ready, intervals.getPosition(b->kernel));
  });
  buckets.clear();
  kept = {};
  outstanding = 0;
  for (Reduction *reduction : order) {
    Bucket &bucket = open[reduction->kind];
    if (reduction->ready >= std::min(bucket.limit, reduction->limit))
      close(bucket);
    // What would have ended by now is kept by the buckets that are open.
    while (!kept.empty() && kept.top().lastUse < reduction->ready) {
      Bucket &keeper = open[kept.top().kind];
      if (keeper.number == kept.top().number) {
        keeper.bytes += kept.top().bytes;
        outstanding += kept.top().bytes;
      }
      kept.pop();
    }
    if (bucket.bytes > maxBytes)
      close(bucket);
    while (outstanding > maxOutstanding)
      close(*llvm::max_element(open, [](const Bucket &a, const Bucket &b) {
        return a.bytes < b.bytes;
      }));
    bucket.reductions.push_back(reduction);
    bucket.ready = reduction->ready;
    bucket.limit = std::min(bucket.limit, reduction->limit);
    keep(*reduction);
  }
  llvm::for_each(open, [&](Bucket &bucket) { close(bucket); });
}

//===----------------------------------------------------------------------===//
// The new order
//===----------------------------------------------------------------------===//

static void emitRemark(const Bucket &bucket, int64_t number) {
  KernelOp first = bucket.reductions.front()->flat.kernel;
  int64_t elements = 0;
  for (Reduction *reduction : bucket.reductions)
    elements += reduction->flat.kernel.getBucketExtent();
  remark::passed(first.getLoc(), remark::RemarkOpts::name("bucket").category(
                                     "fp8-bucket-updates"))
      << ("bucket " + Twine(number) + ": " + Twine(bucket.reductions.size()) +
          " reductions of " + Twine(elements) + " elements")
             .str();
}

/// Destinations and constants that stand later than the bucket.
void ReductionBucketer::bringLocals(Reduction &reduction, int64_t slot) {
  for (Value operand : reduction.kernel->getOperands()) {
    Operation *def = operand.getDefiningOp();
    if (!isLocal(def) || *intervals.getPosition(def) <= slot)
      continue;
    OpPlace place = {slot, OpPlace::Feeder, *intervals.getPosition(def)};
    auto [it, isNew] = places.try_emplace(def, place);
    if (!isNew && place < it->second)
      it->second = place;
  }
}

/// What reads results of `op` and stands before the bucket comes after it.
void ReductionBucketer::bringFollowers(Operation *op, int64_t slot) {
  SmallVector<Operation *> worklist = {op};
  while (!worklist.empty())
    for (Operation *user : worklist.pop_back_val()->getUsers()) {
      std::optional<int64_t> own = intervals.getPosition(user);
      if (!own || *own > slot)
        continue;
      OpPlace place = {slot, OpPlace::Follower, *own};
      auto [it, isNew] = places.try_emplace(user, place);
      if (!isNew && !(it->second < place))
        continue;
      it->second = place;
      worklist.push_back(user);
    }
}

void ReductionBucketer::apply(int64_t &nextBucket) {
  Builder builder(function.getContext());
  places.clear();
  int64_t number = 0;
  for (Bucket &bucket : buckets) {
    // One alone stays as it is.
    if (bucket.reductions.size() == 1) {
      bucket.reductions.front()->flat.erase();
      continue;
    }
    for (Reduction *reduction : bucket.reductions) {
      bringLocals(*reduction, bucket.ready);
      bringFollowers(reduction->kernel, bucket.ready);
      reduction->flat.kernel.setBucketAttr(
          builder.getI64IntegerAttr(nextBucket));
      for (Operation *op : reduction->flat.ops)
        places[op] = {bucket.ready, OpPlace::Moved, number++};
    }
    emitRemark(bucket, nextBucket);
    ++nextBucket;
  }
  moveOps(block, places,
          [&](Operation *op) { return *intervals.getPosition(op); });
  for (Bucket &bucket : buckets)
    for (Reduction *reduction : bucket.reductions)
      if (reduction->flat.kernel)
        reduction->flat.replace(reduction->kernel);
}

bool ReductionBucketer::runRound(int64_t &nextBucket) {
  intervals.compute();
  if (!findCandidates())
    return false;
  formBuckets();
  apply(nextBucket);
  return true;
}

void fp8::bucketReductions(func::FuncOp function, int64_t maxBytes,
                           int64_t maxOutstanding, int64_t &nextBucket) {
  ReductionBucketer bucketer(function, maxBytes, maxOutstanding);
  for (unsigned round = 0; round < kMaxRounds; ++round)
    if (!bucketer.runRound(nextBucket))
      return;
}
