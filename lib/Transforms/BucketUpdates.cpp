//===- BucketUpdates.cpp - --fp8-bucket-updates ---------------------------===//

#include "FlattenKernel.h"
#include "Views.h"
#include "fp8/Analysis/Buckets.h"
#include "fp8/Analysis/KernelTraffic.h"
#include "fp8/Analysis/StatePairing.h"
#include "fp8/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8BUCKETUPDATES
#include "fp8/Transforms/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A kernel that writes states. Positions count ops of the block.
struct Update {
  KernelOp kernel;
  FlatKernel flat;
  SmallVector<BlockArgument> states;
  /// Views of the results, in order.
  SmallVector<Operation *> views;
  /// The op that it may come right after, and the one it must come before.
  unsigned ready = 0;
  unsigned limit = 0;
  /// Bytes that the step has made for it, and keeps until it runs.
  int64_t bytes = 0;
};

struct Bucket {
  SmallVector<Update *> updates;
  unsigned ready = 0;
  unsigned limit = ~0u;
  int64_t bytes = 0;
};

class Bucketer {
public:
  Bucketer(func::FuncOp function, int64_t maxBytes)
      : function(function), block(function.getBody().front()),
        maxBytes(maxBytes) {}

  /// Buckets are numbered from `nextBucket` on.
  void run(int64_t &nextBucket);

private:
  void findUpdates();
  void findInterval(Update &update);
  void findKinds();
  void formBuckets();
  void apply(int64_t &nextBucket);
  void moveOps();

  func::FuncOp function;
  Block &block;
  int64_t maxBytes;
  DenseMap<Operation *, unsigned> position;
  llvm::MapVector<Operation *, Update> updates;
  /// Updates that compute the same.
  SmallVector<SmallVector<Update *>> kinds;
  SmallVector<Bucket> buckets;
  /// Where in the new order an op of a bucket goes.
  DenseMap<Operation *, std::pair<unsigned, unsigned>> places;
};
} // namespace

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

/// Kernels whose results become states.
void Bucketer::findUpdates() {
  auto returnOp = cast<func::ReturnOp>(block.getTerminator());
  for (auto [i, number] : llvm::enumerate(getUpdatedArguments(function)))
    if (number)
      if (auto kernel =
              getViewRoot(returnOp.getOperand(i)).getDefiningOp<KernelOp>()) {
        Update &update = updates[kernel];
        update.kernel = kernel;
        update.states.push_back(function.getArgument(*number));
      }
}

/// The users of `value` and of views of it, which go to `views`.
static SmallVector<Operation *> findUsers(Block &block, Value value,
                                          SetVector<Operation *> &views) {
  SmallVector<Operation *> users;
  SmallVector<Value> aliases = {value};
  while (!aliases.empty())
    for (OpOperand &use : aliases.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (!isView(use))
        users.push_back(block.findAncestorOpInBlock(*user));
      else if (views.insert(user))
        aliases.push_back(user->getResult(0));
    }
  return users;
}

/// An update waits for what reads the states that it overwrites, and comes
/// before what reads its results.
void Bucketer::findInterval(Update &update) {
  unsigned own = position.lookup(update.kernel);
  update.ready = own;
  update.limit = position.size();
  SetVector<Operation *> views;
  for (Value result : update.kernel.getResults())
    for (Operation *user : findUsers(block, result, views))
      if (!isa<func::ReturnOp>(user))
        update.limit = std::min(update.limit, position.lookup(user));
  llvm::append_range(update.views, views);
  llvm::sort(update.views, [&](Operation *a, Operation *b) {
    return position.lookup(a) < position.lookup(b);
  });
  for (BlockArgument state : update.states) {
    SetVector<Operation *> viewsOfState;
    for (Operation *user : findUsers(block, state, viewsOfState))
      if (user != update.kernel && !isa<func::ReturnOp>(user))
        update.ready = std::max(update.ready, position.lookup(user));
  }
  for (Value input : update.kernel.getInputs())
    if (getViewRoot(input).getDefiningOp())
      update.bytes += getBytes(input.getType());
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

namespace {
struct Kind {
  SmallVector<Update *> updates;
  /// Of constants that are not the same in all of them.
  llvm::SmallSetVector<unsigned, 4> constants;
};
} // namespace

/// Makes the flat forms of what has one, and keeps those that are not alone.
void Bucketer::findKinds() {
  OpBuilder builder(function.getContext());
  llvm::MapVector<size_t, SmallVector<Kind>> byHash;
  for (auto &entry : updates) {
    Update &update = entry.second;
    if (update.ready >= update.limit)
      continue;
    FailureOr<FlatKernel> flat = flattenKernel(builder, update.kernel);
    if (failed(flat))
      continue;
    update.flat = std::move(*flat);
    auto &candidates = byHash[hashButForConstants(update.flat.kernel)];
    auto kind = llvm::find_if(candidates, [&](Kind &other) {
      return areEqualButForConstants(other.updates.front()->flat.kernel,
                                     update.flat.kernel, other.constants);
    });
    if (kind == candidates.end())
      kind = &candidates.emplace_back();
    kind->updates.push_back(&update);
  }
  for (auto &[hash, candidates] : byHash)
    for (Kind &kind : candidates) {
      if (kind.updates.size() == 1) {
        kind.updates.front()->flat.erase();
        continue;
      }
      auto constants = kind.constants.takeVector();
      llvm::sort(constants);
      for (Update *update : kind.updates)
        liftConstants(builder, update->flat, constants);
      kinds.push_back(std::move(kind.updates));
    }
}

/// In the order in which updates are ready, so that a bucket waits as little
/// as it can.
void Bucketer::formBuckets() {
  for (SmallVector<Update *> &kind : kinds) {
    llvm::sort(kind, [&](Update *a, Update *b) {
      return std::make_pair(a->ready, position.lookup(a->kernel)) <
             std::make_pair(b->ready, position.lookup(b->kernel));
    });
    Bucket bucket;
    for (Update *update : kind) {
      unsigned limit = std::min(bucket.limit, update->limit);
      if (!bucket.updates.empty() &&
          (update->ready >= limit || bucket.bytes + update->bytes > maxBytes)) {
        buckets.push_back(std::exchange(bucket, Bucket()));
        limit = update->limit;
      }
      bucket.updates.push_back(update);
      bucket.ready = update->ready;
      bucket.limit = limit;
      bucket.bytes += update->bytes;
    }
    buckets.push_back(std::move(bucket));
  }
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

void Bucketer::apply(int64_t &nextBucket) {
  Builder builder(function.getContext());
  unsigned sequence = 0;
  for (Bucket &bucket : buckets) {
    auto place = [&](Operation *op) {
      places[op] = {bucket.ready, ++sequence};
    };
    for (Update *update : bucket.updates) {
      update->flat.kernel.setBucketAttr(builder.getI64IntegerAttr(nextBucket));
      llvm::for_each(update->flat.ops, place);
      llvm::for_each(update->views, place);
    }
    emitRemark(bucket, nextBucket);
    ++nextBucket;
  }
  moveOps();
  for (Bucket &bucket : buckets)
    for (Update *update : bucket.updates) {
      update->kernel->replaceAllUsesWith(update->flat.results);
      SmallVector<Value> inits = update->kernel.getInits();
      update->kernel.erase();
      for (Value init : inits)
        if (auto empty = init.getDefiningOp<tensor::EmptyOp>();
            empty && empty->use_empty())
          empty.erase();
    }
}

/// What is in no bucket keeps its place; a bucket comes right after the op that
/// it waited for.
void Bucketer::moveOps() {
  SmallVector<std::pair<std::pair<unsigned, unsigned>, Operation *>> order;
  for (Operation &op : block.without_terminator()) {
    auto place = places.find(&op);
    order.emplace_back(place != places.end()
                           ? place->second
                           : std::make_pair(position.lookup(&op), 0u),
                       &op);
  }
  llvm::sort(order, llvm::less_first());
  for (auto &[key, op] : order)
    op->moveBefore(block.getTerminator());
}

void Bucketer::run(int64_t &nextBucket) {
  for (auto [i, op] : llvm::enumerate(block))
    position[&op] = i;
  findUpdates();
  for (auto &[op, update] : updates)
    findInterval(update);
  findKinds();
  formBuckets();
  if (!buckets.empty())
    apply(nextBucket);
}

namespace {
struct BucketUpdates : fp8::impl::FP8BucketUpdatesBase<BucketUpdates> {
  using FP8BucketUpdatesBase::FP8BucketUpdatesBase;

  void runOnOperation() override {
    if (maxBytes < 0) {
      getOperation().emitError("expected max-bytes= to be 0 or more, but got ")
          << int64_t(maxBytes);
      return signalPassFailure();
    }
    int64_t nextBucket = 0;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal() &&
          function.getBody().hasOneBlock())
        Bucketer(function, maxBytes).run(nextBucket);
  }
};
} // namespace
