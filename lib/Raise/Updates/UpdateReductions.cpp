//===- UpdateReductions.cpp - reductions within an update -----------------===//

#include "UpdateReductions.h"
#include "RegionBuilder.h"

#include "fp8/Analysis/KernelDomain.h"
#include <set>

using namespace mlir;
using namespace mlir::fp8;

/// Matches an f32 sum or maximum over all elements of a tensor, in row-major
/// order.
static std::optional<SliceReduction> matchReduction(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || op->getNumResults() != 1 ||
      linalgOp.getNumReductionLoops() != linalgOp.getNumLoops() ||
      !hasOneElement(op->getResult(0).getType()) ||
      !getElementTypeOrSelf(op->getResult(0).getType()).isF32())
    return std::nullopt;
  for (OpOperand *input : linalgOp.getDpsInputOperands())
    if (!linalgOp.getMatchingIndexingMap(input).isIdentity() &&
        !hasOneElement(input->get().getType()))
      return std::nullopt;
  std::optional<Combiner> combiner = matchCombiner(linalgOp, 0);
  if (!combiner)
    return std::nullopt;
  if (combiner->isSum())
    return SliceReduction{linalgOp, ReductionKind::Sum, combiner->element};
  if (combiner->kind == CombinerKind::Maximum)
    return SliceReduction{linalgOp, ReductionKind::Max, combiner->element};
  return std::nullopt;
}

namespace {

class ReductionTaker {
public:
  ReductionTaker(UpdateSlice &slice, Block &block, const Loss &loss,
                 const llvm::DenseSet<Value> &dependent,
                 const UniformValues &uniform)
      : slice(slice), block(block), uniform(uniform) {
    known.insert(block.getTerminator());
    known.insert_range(loss.forward);
    known.insert_range(slice.groupOps);
    for (const StatePair &pair : slice.states)
      addAvailable(block.getArgument(pair.arg));
    for (Value input : slice.inputs)
      if (dependent.contains(input))
        addAvailable(input);
    for (Operation *op : slice.ops)
      if (dependent.contains(op->getResult(0))) {
        addAvailable(op->getResult(0));
        markLater(op);
      }
  }

  void run();

private:
  struct Earlier {
    bool operator()(Operation *a, Operation *b) const {
      return a->isBeforeInBlock(b);
    }
  };
  using OrderedOps = std::set<Operation *, Earlier>;

  void addAvailable(Value value);
  void markLater(Operation *op);
  bool isLater(Value value) const;
  bool areAvailable(ArrayRef<Value> values) const;
  void take(Operation *op);
  void collect();
  void prune();
  bool leadsBack(Operation *op) const;

  UpdateSlice &slice;
  Block &block;
  const UniformValues &uniform;
  /// Values that the update can read without an additional input.
  llvm::DenseSet<Value> available;
  /// Ops that need results of the update, which are available only after the
  /// update. An example is the comparison of the norm of a parameter with
  /// another norm.
  llvm::DenseSet<Operation *> later;
  /// Ops that have been visited or are part of the update, so that they are not
  /// candidates.
  llvm::DenseSet<Operation *> known;
  OrderedOps candidates;
  /// Candidates that the update can compute, in program order.
  llvm::SetVector<Operation *> taken;
  /// The reductions among the taken ops.
  llvm::DenseMap<Operation *, SliceReduction> reductions;
};

} // namespace

void ReductionTaker::addAvailable(Value value) {
  if (!available.insert(value).second)
    return;
  for (Operation *user : value.getUsers())
    if (user->getBlock() == &block && !known.contains(user))
      candidates.insert(user);
}

void ReductionTaker::markLater(Operation *op) {
  SmallVector<Operation *> worklist{op};
  while (!worklist.empty())
    for (Operation *user : worklist.pop_back_val()->getUsers()) {
      Operation *ancestor = block.findAncestorOpInBlock(*user);
      if (ancestor != block.getTerminator() && later.insert(ancestor).second)
        worklist.push_back(ancestor);
    }
}

bool ReductionTaker::isLater(Value value) const {
  Operation *producer = value.getDefiningOp();
  return producer && !available.contains(value) && later.contains(producer);
}

bool ReductionTaker::areAvailable(ArrayRef<Value> values) const {
  return llvm::all_of(values, [&](Value value) {
    return available.contains(value) || uniform.contains(value);
  });
}

/// Returns true if the region of an update can contain the body of `op`.
static bool fitsRegion(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return !linalgOp ||
         llvm::all_of(linalgOp.getBlock()->without_terminator(),
                      [](Operation &inner) { return isRegionOp(&inner); });
}

/// Takes `op` if the update can compute it.
void ReductionTaker::take(Operation *op) {
  if (!fitsRegion(op) || llvm::any_of(op->getOperands(), [&](Value operand) {
        return isLater(operand);
      }))
    return;
  if (std::optional<SliceReduction> reduction = matchReduction(op)) {
    if (areAvailable(reduction->op.getDpsInputs())) {
      taken.insert(op);
      reductions.try_emplace(op, *reduction);
      markLater(op);
    }
    return;
  }
  std::optional<Elementwise> match = matchElementwise(op);
  if (match && !hasOneElement(op->getResult(0).getType()) &&
      areAvailable(match->aligned)) {
    taken.insert(op);
    addAvailable(op->getResult(0));
    markLater(op);
  }
}

/// Visits candidates in program order, so that all operands of an op are
/// visited before the op.
void ReductionTaker::collect() {
  while (!candidates.empty()) {
    Operation *op = *candidates.begin();
    candidates.erase(candidates.begin());
    if (known.insert(op).second)
      take(op);
  }
}

/// Returns true if the update depends on `op`, which would be a cycle.
bool ReductionTaker::leadsBack(Operation *op) const {
  llvm::DenseSet<Operation *> needed(slice.ops.begin(), slice.ops.end());
  for (Value input : slice.inputs)
    if (Operation *producer = input.getDefiningOp())
      needed.insert(producer);
  llvm::DenseSet<Operation *> seen{op};
  SmallVector<Operation *> worklist{op};
  while (!worklist.empty())
    for (Operation *user : worklist.pop_back_val()->getUsers()) {
      Operation *ancestor = block.findAncestorOpInBlock(*user);
      if (needed.contains(ancestor))
        return true;
      if (seen.insert(ancestor).second)
        worklist.push_back(ancestor);
    }
  return false;
}

/// Drops the reductions on which the update depends, and unused ones. Also
/// drops elementwise ops with users other than kept ops.
void ReductionTaker::prune() {
  llvm::SetVector<Operation *> kept;
  for (Operation *op : llvm::reverse(taken)) {
    auto isKept = [&](Operation *user) { return kept.contains(user); };
    bool isWanted =
        !op->use_empty() &&
        (reductions.contains(op) ? !leadsBack(op)
                                 : llvm::all_of(op->getUsers(), isKept));
    if (isWanted)
      kept.insert(op);
  }
  taken = std::move(kept);
}

void ReductionTaker::run() {
  collect();
  prune();
  for (Operation *op : llvm::reverse(taken))
    if (auto it = reductions.find(op); it != reductions.end())
      slice.reductions.push_back(it->second);
    else
      slice.ops.insert(op);
  llvm::erase_if(slice.extras, [&](Value extra) {
    return llvm::all_of(extra.getUsers(), [&](Operation *user) {
      return slice.groupOps.contains(user) || taken.contains(user);
    });
  });
}

void mlir::fp8::takeReductions(UpdateSlice &slice, Block &block,
                               const Loss &loss,
                               const llvm::DenseSet<Value> &dependent,
                               const UniformValues &uniform) {
  ReductionTaker(slice, block, loss, dependent, uniform).run();
}
