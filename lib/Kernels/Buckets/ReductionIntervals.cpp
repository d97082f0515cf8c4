//===- ReductionIntervals.cpp - valid positions of reductions -------------===//

#include "ReductionIntervals.h"
#include "UpdateIntervals.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/StatePairing.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::fp8;

/// Source of scalars that several reductions compute; not a reduction number.
static constexpr int64_t kSeveral = -1;

ReductionIntervals::ReductionIntervals(func::FuncOp function)
    : function(function), block(function.getBody().front()) {
  findStateMakers();
}

void ReductionIntervals::compute() {
  numberOps();
  findSources();
  findLimits();
}

bool ReductionIntervals::waitsForSeveral(Operation *op) const {
  return sources.lookup(op) == kSeveral;
}

void ReductionIntervals::findStateMakers() {
  auto returnOp = cast<func::ReturnOp>(block.getTerminator());
  for (auto [i, value] : llvm::enumerate(returnOp.getOperands()))
    if (isStateResult(function, i))
      if (Operation *maker = getMovedRoot(value, Move::View).getDefiningOp())
        stateMakers.insert(maker);
}

void ReductionIntervals::numberOps() {
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

static bool hasAtMostOneElement(Value value) {
  auto shaped = dyn_cast<ShapedType>(value.getType());
  return !shaped || (shaped.hasStaticShape() && shaped.getNumElements() <= 1);
}

bool ReductionIntervals::isReduction(Operation *op) const {
  auto kernel = dyn_cast<KernelOp>(op);
  if (!kernel || kernel.getBucket() || stateMakers.contains(kernel) ||
      llvm::none_of(kernel.getResults(), hasAtMostOneElement) ||
      llvm::none_of(kernel.getInputs().getTypes(), [](Type type) {
        return cast<ShapedType>(type).getRank() > 0;
      }))
    return false;
  return llvm::all_of(kernel.getResults(), [&](Value result) {
    return hasAtMostOneElement(result) ||
           llvm::all_of(getReads(result), [&](OpOperand *read) {
             return stateMakers.contains(read->getOwner());
           });
  });
}

bool ReductionIntervals::isFollower(Operation *op) const {
  if (stateMakers.contains(op) || op->hasTrait<OpTrait::IsTerminator>())
    return false;
  if (auto kernel = dyn_cast<KernelOp>(op))
    return !kernel.getBucket() && hasScalarResults(kernel);
  if (getMovedSource(op, Move::View))
    return true;
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return insert.getSourceType().hasStaticShape() &&
           insert.getSourceType().getNumElements() == 1;
  return hasScalarResults(op) && isPure(op) && op->getNumRegions() == 0;
}

void ReductionIntervals::findSources() {
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

/// Finds the limits, from the last op to the first. A reduction has no limit,
/// and so must not move, if an op that is not an update reads its result. An
/// example is a cast that waits for the amax of its input: if both stay
/// together, the cast reads the input from the cache.
void ReductionIntervals::findLimits() {
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

bool fp8::isLocal(Operation *op) {
  return op &&
         (isa<tensor::EmptyOp>(op) || op->hasTrait<OpTrait::ConstantLike>());
}

int64_t ReductionIntervals::findReady(KernelOp kernel) const {
  int64_t ready = -1;
  for (Value operand : kernel->getOperands()) {
    Operation *def = operand.getDefiningOp();
    if (!def || isLocal(def))
      continue;
    auto run = runs.find(def);
    ready = std::max(ready, run != runs.end() ? run->second.second
                                              : position.lookup(def));
  }
  return ready;
}
