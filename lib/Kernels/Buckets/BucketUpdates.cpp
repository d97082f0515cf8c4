//===- BucketUpdates.cpp - --fp8-bucket-updates ---------------------------===//

#include "BucketFeeders.h"
#include "BucketReductions.h"
#include "KernelKinds.h"
#include "OpPlaces.h"
#include "SplitScalars.h"
#include "UpdateIntervals.h"
#include "fp8/Kernels/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"

#include <limits>

namespace mlir::fp8 {
#define GEN_PASS_DEF_BUCKETUPDATESPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct Update : UpdateInterval {
  /// Empty if the update is grouped with equal updates in their own form.
  FlatKernel flat;
  /// True if the update is in a bucket. The bucket may contain no other kernel.
  bool isBucketed = false;
};

/// A multiset of tensors that stay alive until updates run, with their total
/// size. Several updates may read one tensor.
class KeptTensors {
public:
  void add(const Update &update) {
    for (auto [tensor, size] : update.kept)
      if (numReaders[tensor]++ == 0)
        bytes += size;
  }
  void remove(const Update &update) {
    for (auto [tensor, size] : update.kept)
      if (--numReaders[tensor] == 0)
        bytes -= size;
  }
  int64_t getBytes() const { return bytes; }
  /// Returns the number of bytes that stay alive in addition if `updates` are
  /// added.
  int64_t getNewBytes(ArrayRef<std::pair<Update *, unsigned>> updates) const {
    llvm::SmallDenseSet<Value> added;
    int64_t newBytes = 0;
    for (auto [update, kind] : updates)
      for (auto [tensor, size] : update->kept)
        if (numReaders.lookup(tensor) == 0 && added.insert(tensor).second)
          newBytes += size;
    return newBytes;
  }

private:
  DenseMap<Value, unsigned> numReaders;
  int64_t bytes = 0;
};

struct Bucket {
  SmallVector<Update *> updates;
  int64_t ready = -1;
  int64_t limit = std::numeric_limits<int64_t>::max();
  KeptTensors kept;
};

class Bucketer {
public:
  Bucketer(func::FuncOp function, int64_t maxBytes, int64_t maxOutstanding,
           bool sharesLaunches)
      : function(function), block(function.getBody().front()),
        maxBytes(maxBytes), maxOutstanding(maxOutstanding),
        sharesLaunches(sharesLaunches), intervals(function) {
    for (const auto &[op, interval] : intervals.getUpdates())
      static_cast<UpdateInterval &>(updates[op]) = interval;
  }

  /// Forms the buckets, numbered from `nextBucket` on.
  void run(int64_t &nextBucket);

private:
  void findKinds();
  void findEqualUpdates();
  void formBuckets();
  void close(Bucket &bucket);
  void bringFeeders(Update &update, int64_t slot);
  void apply(int64_t &nextBucket);

  func::FuncOp function;
  Block &block;
  int64_t maxBytes, maxOutstanding;
  bool sharesLaunches;
  UpdateIntervals intervals;
  llvm::MapVector<Operation *, Update> updates;
  /// Sets of updates that perform the same computation.
  SmallVector<SmallVector<Update *>> kinds;
  Granules granules;
  SmallVector<Bucket> buckets;
  OpPlaces places;
};
} // namespace

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

void Bucketer::findKinds() {
  OpBuilder builder(function.getContext());
  SmallVector<Update *> candidates;
  SmallVector<KernelOp> kernels;
  for (auto &[op, update] : updates)
    if (update.ready < update.limit) {
      candidates.push_back(&update);
      kernels.push_back(update.kernel);
    }
  granules = findGranules(kernels);
  SmallVector<FlatKernel> flat;
  for (ArrayRef<unsigned> kind :
       fp8::findKinds(builder, kernels, granules, flat)) {
    auto &members = kinds.emplace_back();
    for (unsigned i : kind) {
      candidates[i]->flat = std::move(flat[i]);
      candidates[i]->isBucketed = true;
      members.push_back(candidates[i]);
    }
  }
}

/// Adds kinds of updates that have no flattened form but are equal, such as
/// updates of biases that sum their gradients.
void Bucketer::findEqualUpdates() {
  SmallVector<Update *> rest;
  SmallVector<KernelOp> kernels;
  for (auto &[op, update] : updates)
    if (update.ready < update.limit && !update.isBucketed) {
      rest.push_back(&update);
      kernels.push_back(update.kernel);
    }
  for (ArrayRef<unsigned> equal : findEqualKernels(kernels)) {
    auto &members = kinds.emplace_back();
    for (unsigned i : equal) {
      rest[i]->isBucketed = true;
      members.push_back(rest[i]);
    }
  }
}

void Bucketer::close(Bucket &bucket) {
  if (!bucket.updates.empty())
    buckets.push_back(std::exchange(bucket, Bucket()));
}

/// Forms buckets in the order in which updates become ready, so that a bucket
/// waits as little as possible. A closed bucket is placed where its last update
/// is ready, and its tensors are freed there.
void Bucketer::formBuckets() {
  SmallVector<std::pair<Update *, unsigned>> order;
  for (auto [i, kind] : llvm::enumerate(kinds))
    for (Update *update : kind)
      order.emplace_back(update, i);
  llvm::sort(order, [&](const auto &a, const auto &b) {
    return std::make_pair(a.first->ready,
                          intervals.getPosition(a.first->kernel)) <
           std::make_pair(b.first->ready,
                          intervals.getPosition(b.first->kernel));
  });
  SmallVector<Bucket> open(kinds.size());
  KeptTensors outstanding;
  auto closeAndCount = [&](Bucket &bucket) {
    for (Update *update : bucket.updates)
      outstanding.remove(*update);
    close(bucket);
  };
  auto hasFewerBytes = [](const Bucket &a, const Bucket &b) {
    return a.kept.getBytes() < b.kept.getBytes();
  };
  ArrayRef<std::pair<Update *, unsigned>> rest = order;
  std::optional<int64_t> time;
  for (; !rest.empty(); rest = rest.drop_front()) {
    Update *update = rest.front().first;
    // Closing a bucket frees only tensors of earlier updates, not the tensors
    // that become ready at this position.
    if (time != update->ready) {
      auto arriving = rest.take_while([&](const auto &entry) {
        return entry.first->ready == update->ready;
      });
      while (outstanding.getBytes() > 0) {
        int64_t bytes = outstanding.getNewBytes(arriving);
        if (bytes == 0 || outstanding.getBytes() + bytes <= maxOutstanding)
          break;
        closeAndCount(*llvm::max_element(open, hasFewerBytes));
      }
    }
    time = update->ready;
    Bucket &bucket = open[rest.front().second];
    bool fits =
        update->ready < std::min(bucket.limit, update->limit) &&
        bucket.ready < update->limit &&
        bucket.kept.getBytes() + bucket.kept.getNewBytes(rest.take_front()) <=
            maxBytes;
    if (!fits)
      closeAndCount(bucket);
    bucket.updates.push_back(update);
    bucket.ready = std::max(bucket.ready, update->ready);
    bucket.limit = std::min(bucket.limit, update->limit);
    bucket.kept.add(*update);
    outstanding.add(*update);
  }
  llvm::for_each(open, [&](Bucket &bucket) { close(bucket); });
}

//===----------------------------------------------------------------------===//
// The new order
//===----------------------------------------------------------------------===//

static void emitRemark(const Bucket &bucket, int64_t number) {
  KernelOp first = bucket.updates.front()->flat.kernel;
  int64_t elements = 0;
  for (Update *update : bucket.updates)
    elements += update->flat.kernel.getBucketExtent();
  remark::passed(first.getLoc(), remark::RemarkOpts::name("bucket").category(
                                     "fp8-bucket-updates"))
      << ("bucket " + Twine(number) + ": " + Twine(bucket.updates.size()) +
          " updates of " + Twine(elements) + " elements")
             .str();
}

/// Moves the feeders that the update waits for before it. A feeder that already
/// precedes the update stays, and so do the ops that it waits for.
void Bucketer::bringFeeders(Update &update, int64_t slot) {
  SmallVector<Operation *> worklist = {update.kernel};
  while (!worklist.empty())
    for (Value operand : worklist.pop_back_val()->getOperands()) {
      Operation *feeder = operand.getDefiningOp();
      if (!feeder || !intervals.isNeeded(feeder))
        continue;
      int64_t own = intervals.getPosition(feeder);
      if (own <= slot)
        continue;
      OpPlace place = {slot, OpPlace::Feeder, own};
      auto [it, isNew] = places.try_emplace(feeder, place);
      if (!isNew && !(place < it->second))
        continue;
      it->second = place;
      worklist.push_back(feeder);
    }
}

void Bucketer::apply(int64_t &nextBucket) {
  Builder builder(function.getContext());
  DenseMap<Operation *, unsigned> bucketOf;
  for (auto [number, bucket] : llvm::enumerate(buckets))
    for (Update *update : bucket.updates) {
      bucketOf[update->kernel] = number;
      // Feeders of the kernel also feed its flat form.
      for (Operation *op : update->flat.ops)
        bucketOf[op] = number;
    }
  BucketFeeders feeders(block, intervals, bucketOf, buckets.size());
  int64_t sequence = 0;
  for (auto &[op, update] : updates) {
    if (update.isBucketed || update.ready >= update.limit ||
        update.ready >= intervals.getPosition(op))
      continue;
    bringFeeders(update, update.ready);
    places[op] = {update.ready, OpPlace::Moved, ++sequence};
  }
  for (auto [number, bucket] : llvm::enumerate(buckets)) {
    int64_t slot = bucket.ready;
    auto place = [&](Operation *op) {
      places[op] = {slot, OpPlace::Moved, ++sequence};
    };
    for (Update *update : bucket.updates)
      bringFeeders(*update, slot);
    feeders.apply(number, granules, nextBucket, place);
    bool isFlat = bucket.updates.front()->flat.kernel != nullptr;
    for (Update *update : bucket.updates) {
      if (isFlat)
        update->flat.kernel.setBucketAttr(
            builder.getI64IntegerAttr(nextBucket));
      else
        place(update->kernel);
      llvm::for_each(update->flat.ops, place);
      llvm::for_each(update->views, place);
    }
    if (!isFlat)
      continue;
    emitRemark(bucket, nextBucket);
    ++nextBucket;
  }
  // Place each bucket directly after the last op that it waits for.
  moveOps(block, places,
          [&](Operation *op) { return intervals.getPosition(op); });
  feeders.replaceKernels();
  for (Bucket &bucket : buckets)
    for (Update *update : bucket.updates)
      if (update->flat.kernel)
        update->flat.replace(update->kernel);
}

void Bucketer::run(int64_t &nextBucket) {
  findKinds();
  if (sharesLaunches)
    findEqualUpdates();
  formBuckets();
  apply(nextBucket);
}

namespace {
struct BucketUpdates : fp8::impl::BucketUpdatesPassBase<BucketUpdates> {
  using BucketUpdatesPassBase::BucketUpdatesPassBase;

  void runOnOperation() override {
    std::pair<StringRef, int64_t> limits[] = {
        {"max-bytes", maxBytes},
        {"max-outstanding-bytes", maxOutstandingBytes}};
    for (auto [name, bytes] : limits)
      if (bytes < 0) {
        emitError(getOperation().getLoc(), "expected ")
            << name << "= to be 0 or more, but got " << bytes;
        return signalPassFailure();
      }
    int64_t nextBucket = 0;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal() &&
          function.getBody().hasOneBlock()) {
        splitScalars(function);
        Bucketer(function, maxBytes, maxOutstandingBytes, sharesLaunches)
            .run(nextBucket);
        bucketReductions(function, maxBytes, maxOutstandingBytes, nextBucket);
      }
  }
};
} // namespace
