//===- BucketReductions.cpp - multi-tensor launches of reductions ---------===//
//
// Works in rounds: a reduction that depends on other reductions through scalars
// is handled in a later round.
//
//===----------------------------------------------------------------------===//

#include "BucketReductions.h"
#include "KernelKinds.h"
#include "OpPlaces.h"
#include "ReductionIntervals.h"
#include "fp8/Analysis/KernelTraffic.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Utils/Views.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/DenseSet.h"

#include <limits>
#include <queue>

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of rounds, which bounds a chain of reductions that depend on
/// each other through scalars. For example, the norm of clipped gradients
/// depends on the norm of the gradients.
static constexpr unsigned kMaxRounds = 4;
namespace {
struct Reduction {
  KernelOp kernel;
  unsigned kind = 0;
  FlatKernel flat;
  /// Positions in the block: the reduction can run after the op at `ready` and
  /// must run before the op at `limit`.
  int64_t ready = -1;
  int64_t limit = 0;
};

/// A tensor that a reduction reads, with the position of its last use by ops
/// other than the reduction.
struct Kept {
  int64_t lastUse;
  int64_t bytes;
  unsigned kind;
  /// Number of the bucket that keeps the tensor alive.
  int64_t number;
  bool operator>(const Kept &other) const { return lastUse > other.lastUse; }
};

struct Bucket {
  SmallVector<Reduction *> reductions;
  int64_t ready = -1;
  int64_t limit = std::numeric_limits<int64_t>::max();
  int64_t bytes = 0;
  int64_t number = 0;
  /// The tensors that the reductions read. Each counts only once towards
  /// `bytes`.
  DenseSet<Value> tensors;
};

class ReductionBucketer {
public:
  ReductionBucketer(func::FuncOp function, int64_t maxBytes,
                    int64_t maxOutstanding)
      : function(function), block(function.getBody().front()),
        maxBytes(maxBytes), maxOutstanding(maxOutstanding),
        intervals(function) {}

  /// Groups the reductions that depend on no reduction of this round or a later
  /// round. Numbers their buckets from `nextBucket` on. Returns false if there
  /// are no such reductions.
  bool runRound(int64_t &nextBucket);

private:
  /// Finds the reductions of this round. Returns false if there are none.
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
  /// Kernels processed in earlier rounds.
  DenseSet<Operation *> seen;

  // State of a round:
  SmallVector<Reduction, 0> reductions;
  std::priority_queue<Kept, std::vector<Kept>, std::greater<>> kept;
  SmallVector<Bucket> open, buckets;
  int64_t outstanding = 0;
  OpPlaces places;
};
} // namespace

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

bool ReductionBucketer::findCandidates() {
  reductions.clear();
  SmallVector<KernelOp> kernels;
  // Ops that depend on a reduction of this round and move with it.
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

/// Records the tensors that `reduction` reads. After their last use by other
/// ops, the bucket alone keeps them alive. Arguments of the step are left out,
/// because they always stay alive.
void ReductionBucketer::keep(const Reduction &reduction) {
  KernelOp kernel = reduction.kernel;
  for (Value input : kernel.getInputs()) {
    Value root = getMovedRoot(input, Move::View);
    Bucket &bucket = open[reduction.kind];
    if (!root.getDefiningOp() ||
        cast<ShapedType>(root.getType()).getNumElements() <= 1 ||
        !bucket.tensors.insert(root).second)
      continue;
    int64_t lastUse = -1;
    for (OpOperand *read : getReads(root)) {
      Operation *user = block.findAncestorOpInBlock(*read->getOwner());
      // Skip the reduction itself and ops without a position, such as its
      // flattened form.
      if (user != kernel && intervals.getPosition(user))
        lastUse = std::max(lastUse, *intervals.getPosition(user));
    }
    kept.push(
        {lastUse, getBytes(root.getType()), reduction.kind, bucket.number});
  }
}

/// Forms buckets in the order in which reductions become ready. A bucket runs
/// at the position of its last reduction.
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
    // After their last use by other ops, tensors stay alive for open buckets
    // alone, so they count towards the limits.
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

/// Moves the destinations and constants that a reduction reads before its
/// bucket if they are defined after the bucket.
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

/// Moves transitive users of `op` behind the bucket if they are in front of it.
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
    // A bucket with a single reduction has no use, so the kernel stays as it
    // is.
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
