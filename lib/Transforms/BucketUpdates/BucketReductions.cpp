//===- BucketReductions.cpp - reductions that share a launch --------------===//
//
// What is computed from scalars alone keeps no memory and can wait: it moves
// down behind the reductions that it reads. Everything else keeps its place,
// the buckets of updates above all, and says between which ops a reduction may
// stand.
//
//===----------------------------------------------------------------------===//

#include "BucketReductions.h"
#include "../OpPlaces.h"
#include "../UpdateIntervals.h"
#include "../Views.h"
#include "KernelKinds.h"
#include "fp8/Analysis/KernelTraffic.h"
#include "fp8/Analysis/StatePairing.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

#include <limits>
#include <queue>

using namespace mlir;
using namespace mlir::fp8;

/// How many reductions may wait for each other by way of scalars, as the norm
/// of clipped gradients waits for that of the gradients.
static constexpr unsigned kMaxRounds = 4;
/// Not the number of one reduction.
static constexpr int64_t kSeveral = -1;

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
};

class ReductionBucketer {
public:
  ReductionBucketer(func::FuncOp function, int64_t maxBytes,
                    int64_t maxOutstanding)
      : function(function), block(function.getBody().front()),
        maxBytes(maxBytes), maxOutstanding(maxOutstanding) {
    findStateMakers();
  }

  /// Those that wait for none that is still to be looked at. Returns whether
  /// there were any; buckets are numbered from `nextBucket` on.
  bool runRound(int64_t &nextBucket);

private:
  void findStateMakers();
  void numberOps();
  bool isFollower(Operation *op) const;
  bool isReduction(Operation *op) const;
  void findSources();
  bool waitsForSeveral(Operation *op) const {
    return sources.lookup(op) == kSeveral;
  }
  /// Returns whether there are any that were not looked at before.
  bool findCandidates();
  int64_t findReady(Reduction &reduction) const;
  void findLimits();
  void keep(const Reduction &reduction);
  void formBuckets();
  void close(Bucket &bucket);
  void apply(int64_t &nextBucket);
  void bringLocals(Reduction &reduction, int64_t slot);
  void bringFollowers(Operation *op, int64_t slot);

  func::FuncOp function;
  Block &block;
  int64_t maxBytes, maxOutstanding;
  /// Of what becomes a state: updates, and counters of steps.
  DenseSet<Operation *> stateMakers;
  /// Kernels of earlier rounds.
  DenseSet<Operation *> seen;

  // Of a round:
  DenseMap<Operation *, int64_t> position;
  /// Of ops that stand in a run of kernels of one bucket: its first and its
  /// last op.
  DenseMap<Operation *, std::pair<int64_t, int64_t>> runs;
  /// The number of the reduction that scalars are computed from, or kSeveral.
  DenseMap<Operation *, int64_t> sources;
  /// What an op that may move has to come before.
  DenseMap<Operation *, int64_t> limits;
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

void ReductionBucketer::findStateMakers() {
  auto returnOp = cast<func::ReturnOp>(block.getTerminator());
  for (auto [i, number] : llvm::enumerate(getUpdatedArguments(function)))
    if (number)
      if (Operation *maker =
              getViewRoot(returnOp.getOperand(i)).getDefiningOp())
        stateMakers.insert(maker);
}

void ReductionBucketer::numberOps() {
  position.clear();
  runs.clear();
  struct Run {
    IntegerAttr bucket;
    int64_t begin = 0, end = 0;
  } run;
  SmallVector<Operation *> ops;
  auto closeRun = [&] {
    if (run.bucket)
      for (Operation *op :
           ArrayRef(ops).slice(run.begin, run.end - run.begin + 1))
        runs[op] = {run.begin, run.end};
    run.bucket = {};
  };
  for (Operation &op : block) {
    int64_t own = ops.size();
    position[&op] = own;
    ops.push_back(&op);
    auto kernel = dyn_cast<KernelOp>(op);
    if (!kernel)
      continue;
    if (run.bucket != kernel.getBucketAttr()) {
      closeRun();
      run = {kernel.getBucketAttr(), own, own};
    }
    run.end = own;
  }
  closeRun();
}

static bool isScalar(Value value) {
  auto shaped = dyn_cast<ShapedType>(value.getType());
  return !shaped || (shaped.hasStaticShape() && shaped.getNumElements() <= 1);
}

/// Of a tensor, to scalars. What it makes of the elements besides, as clipped
/// gradients are, is for updates, which keep it in any case.
bool ReductionBucketer::isReduction(Operation *op) const {
  auto kernel = dyn_cast<KernelOp>(op);
  if (!kernel || kernel.getBucket() || stateMakers.contains(kernel) ||
      llvm::none_of(kernel.getResults(), isScalar) ||
      llvm::none_of(kernel.getInputs().getTypes(), [](Type type) {
        return cast<ShapedType>(type).getRank() > 0;
      }))
    return false;
  return llvm::all_of(kernel.getResults(), [&](Value result) {
    SmallVector<Value> aliases = {result};
    while (!isScalar(result) && !aliases.empty())
      for (OpOperand &use : aliases.pop_back_val().getUses()) {
        if (isView(use))
          aliases.push_back(use.getOwner()->getResult(0));
        else if (!stateMakers.contains(use.getOwner()))
          return false;
      }
    return true;
  });
}

/// What can wait, and keeps no memory: also a vector of scalars, one per
/// tensor.
bool ReductionBucketer::isFollower(Operation *op) const {
  if (stateMakers.contains(op) || op->hasTrait<OpTrait::IsTerminator>())
    return false;
  if (auto kernel = dyn_cast<KernelOp>(op))
    return !kernel.getBucket() && hasScalarResults(kernel);
  if (isView(op))
    return true;
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return insert.getSourceType().hasStaticShape() &&
           insert.getSourceType().getNumElements() == 1;
  return hasScalarResults(op) && isPure(op) && op->getNumRegions() == 0;
}

void ReductionBucketer::findSources() {
  sources.clear();
  for (auto [number, op] : llvm::enumerate(block.without_terminator())) {
    bool reduces = isReduction(&op);
    if (!reduces && !isFollower(&op))
      continue;
    std::optional<int64_t> own;
    auto join = [&](int64_t source) {
      own = !own || *own == source ? source : kSeveral;
    };
    if (reduces)
      join(static_cast<int64_t>(number));
    for (Value operand : op.getOperands())
      if (auto other = sources.find(operand.getDefiningOp());
          other != sources.end())
        join(other->second);
    if (own)
      sources[&op] = *own;
  }
}

/// From the last op to the first. A cast that waits for the maximum of what it
/// casts, and for nothing else, reads what the maximum has left in the cache:
/// these stay together.
void ReductionBucketer::findLimits() {
  limits.clear();
  for (Operation &op : llvm::reverse(block.without_terminator())) {
    if (!isFollower(&op) && !isReduction(&op))
      continue;
    std::optional<int64_t> limit = position.lookup(block.getTerminator());
    for (Operation *user : op.getUsers()) {
      Operation *ancestor = block.findAncestorOpInBlock(*user);
      if (isa<func::ReturnOp>(ancestor))
        continue;
      auto other = limits.find(ancestor);
      auto kernel = dyn_cast<KernelOp>(ancestor);
      bool isUpdate =
          kernel && (kernel.getBucket() || stateMakers.contains(kernel));
      if (other != limits.end() && isFollower(ancestor))
        limit = std::min(*limit, other->second);
      else if (isUpdate || waitsForSeveral(&op)) {
        auto run = runs.find(ancestor);
        limit = std::min(*limit, run != runs.end() ? run->second.first
                                                   : position.lookup(ancestor));
      } else {
        limit = std::nullopt;
        break;
      }
    }
    if (limit)
      limits[&op] = *limit;
  }
}

/// A destination or a constant, which can stand anywhere.
static bool isLocal(Operation *op) {
  return op &&
         (isa<tensor::EmptyOp>(op) || op->hasTrait<OpTrait::ConstantLike>());
}

int64_t ReductionBucketer::findReady(Reduction &reduction) const {
  int64_t ready = -1;
  for (Value operand : reduction.kernel->getOperands()) {
    Operation *def = operand.getDefiningOp();
    if (!def || isLocal(def))
      continue;
    auto run = runs.find(def);
    ready = std::max(ready, run != runs.end() ? run->second.second
                                              : position.lookup(def));
  }
  return ready;
}

bool ReductionBucketer::findCandidates() {
  reductions.clear();
  SmallVector<KernelOp> kernels;
  // What follows from a reduction of this round moves with it.
  DenseSet<Operation *> following;
  for (Operation &op : block.without_terminator()) {
    bool isCandidate =
        !seen.contains(&op) && limits.contains(&op) && isReduction(&op);
    bool follows = llvm::any_of(op.getOperands(), [&](Value operand) {
      return following.contains(operand.getDefiningOp());
    });
    if (isCandidate && !follows) {
      kernels.push_back(cast<KernelOp>(op));
      seen.insert(&op);
    }
    if (isCandidate || (follows && isFollower(&op)))
      following.insert(&op);
  }
  OpBuilder builder(function.getContext());
  SmallVector<FlatKernel> flat;
  auto kinds = findKinds(builder, kernels, findGroupSize(kernels), flat);
  for (auto [number, kind] : llvm::enumerate(kinds))
    for (unsigned i : kind) {
      Reduction &reduction = reductions.emplace_back();
      reduction.kernel = kernels[i];
      reduction.kind = number;
      reduction.flat = std::move(flat[i]);
      reduction.ready = findReady(reduction);
      reduction.limit = limits.lookup(kernels[i]);
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
    if (!root.getDefiningOp() ||
        cast<ShapedType>(input.getType()).getNumElements() <= 1)
      continue;
    int64_t lastUse = -1;
    SmallVector<Value> aliases = {root};
    while (!aliases.empty())
      for (OpOperand &use : aliases.pop_back_val().getUses()) {
        Operation *user = block.findAncestorOpInBlock(*use.getOwner());
        // Its flat form stands before it.
        if (user == kernel || !position.contains(user))
          continue;
        if (isView(use))
          aliases.push_back(user->getResult(0));
        else
          lastUse = std::max(lastUse, position.lookup(user));
      }
    kept.push({lastUse, getBytes(input.getType()), reduction.kind,
               open[reduction.kind].number});
  }
}

/// In the order in which reductions are ready: a bucket stands where its last
/// one is.
void ReductionBucketer::formBuckets() {
  SmallVector<Reduction *> order;
  for (Reduction &reduction : reductions)
    order.push_back(&reduction);
  llvm::sort(order, [&](Reduction *a, Reduction *b) {
    return std::make_pair(a->ready, position.lookup(a->kernel)) <
           std::make_pair(b->ready, position.lookup(b->kernel));
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
    if (!isLocal(def) || position.lookup(def) <= slot)
      continue;
    OpPlace place = {slot, OpPlace::Feeder, position.lookup(def)};
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
      auto own = position.find(user);
      if (own == position.end() || own->second > slot)
        continue;
      OpPlace place = {slot, OpPlace::Follower, own->second};
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
  moveOps(block, places, [&](Operation *op) { return position.lookup(op); });
  for (Bucket &bucket : buckets)
    for (Reduction *reduction : bucket.reductions)
      if (reduction->flat.kernel)
        reduction->flat.replace(reduction->kernel);
}

bool ReductionBucketer::runRound(int64_t &nextBucket) {
  numberOps();
  findSources();
  findLimits();
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
