//===- CarriedStates.cpp - states carried across micro-batches ------------===//
//
// Finds states other than parameters that may be carried from micro-batch to
// micro-batch. Such a state is a statistic of the batch, like a running mean.
// Carrying it is what a host does that calls one step per micro-batch. A state
// computed from gradients is not carried, because it is computed from their
// mean over micro-batches. To be safe against unrecognized gradients, every
// state that learning may depend on is excluded.
//
//===----------------------------------------------------------------------===//

#include "CarriedStates.h"
#include "fp8/Analysis/Operands.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
class Finder {
public:
  Finder(const StepValues &values, const GradientFlow &flow)
      : values(values), flow(flow) {}

  bool canCarry(const StatePair &pair, Operation *op) const;

private:
  bool readsNoGradient(Operation *op) const;
  llvm::DenseSet<Operation *> getSlice(Value next) const;
  bool isMadeOfForward(const llvm::DenseSet<Operation *> &slice) const;
  bool readsCounter(Value next, const llvm::DenseSet<Operation *> &slice) const;
  bool isRead(const StatePair &pair, Operation *op) const;
  Operation *getAncestor(Operation *op) const {
    return values.block.findAncestorOpInBlock(*op);
  }

  const StepValues &values;
  const GradientFlow &flow;
};
} // namespace

bool Finder::readsNoGradient(Operation *op) const {
  return !anyOperand(op, [&](Value operand) {
    return flow.getDegree(operand) != GradientDegree::None;
  });
}

/// Returns the ops that the new value `next` depends on. Stops at settled
/// values.
llvm::DenseSet<Operation *> Finder::getSlice(Value next) const {
  llvm::DenseSet<Operation *> slice, settled;
  for (Operation &op : values.block)
    if (values.isSettled(&op) && &op != next.getDefiningOp())
      settled.insert(&op);
  slice = settled;
  addBackwardSlice(next, values.block, slice);
  for (Operation *op : settled)
    slice.erase(op);
  return slice;
}

/// Returns true if the slice is free of gradients. It may contain ops of the
/// forward pass, ops that depend on no batch, and ops that no parameter depends
/// on. Contractions outside the forward pass are excluded, because most of them
/// compute gradients.
bool Finder::isMadeOfForward(const llvm::DenseSet<Operation *> &slice) const {
  return llvm::all_of(slice, [&](Operation *op) {
    return values.forward.contains(op) || !values.isVarying(op) ||
           (!values.learning.contains(op) && !isContraction(op));
  });
}

/// Returns true if the new value depends on another state that changes once per
/// step, such as the position in a queue. All micro-batches would then read the
/// same position.
bool Finder::readsCounter(Value next,
                          const llvm::DenseSet<Operation *> &slice) const {
  return llvm::any_of(values.pairing.getPairs(), [&](const StatePair &other) {
    Value otherNext = values.block.getTerminator()->getOperand(other.result);
    if (other.kind == StateKind::Param ||
        other.rule == PairingRule::Unchanged ||
        otherNext.getDefiningOp() == next.getDefiningOp() ||
        llvm::is_contained(values.carried, &other))
      return false;
    return llvm::any_of(values.getFunc().getArgument(other.arg).getUsers(),
                        [&](Operation *user) {
                          Operation *reader = getAncestor(user);
                          return slice.contains(reader) &&
                                 !values.forward.contains(reader);
                        });
  });
}

/// Returns true if an op reads the state or its new value in a way that
/// learning may depend on. The loss may read the state only if the attribute
/// `fp8.state` declares that it is no parameter. Without the attribute, such a
/// state counts as a parameter.
bool Finder::isRead(const StatePair &pair, Operation *op) const {
  auto kind = values.getFunc().getArgAttrOfType<StateKindAttr>(
      pair.arg, FP8Dialect::kStateAttrName);
  auto isOfForward = [&](Operation *reader) {
    return kind && values.ofLoss.contains(reader);
  };
  Operation *terminator = values.block.getTerminator();
  Value next = terminator->getOperand(pair.result);
  llvm::DenseSet<Operation *> own;
  addBackwardSlice(next, values.block, own);
  BlockArgument arg = values.getFunc().getArgument(pair.arg);
  for (Operation *user : arg.getUsers()) {
    Operation *reader = getAncestor(user);
    if (!isOfForward(reader) &&
        (!own.contains(reader) || values.learning.contains(reader)))
      return true;
  }
  return llvm::any_of(next.getUsers(), [&](Operation *user) {
    Operation *reader = getAncestor(user);
    return reader != terminator && !isOfForward(reader);
  });
}

bool Finder::canCarry(const StatePair &pair, Operation *op) const {
  // States that passes have added change once per step, and parameters are
  // updated by gradients.
  bool isStatistic = !pair.kind || pair.kind == StateKind::Moment;
  // A statistic of only the loss is a per-step value: it is computed from the
  // mean loss.
  if (!isStatistic || !values.isVarying(op) || values.learning.contains(op) ||
      !readsNoGradient(op) || values.readsLossAlone(op))
    return false;
  Value next = values.block.getTerminator()->getOperand(pair.result);
  llvm::DenseSet<Operation *> slice = getSlice(next);
  return isMadeOfForward(slice) && !readsCounter(next, slice) &&
         !isRead(pair, op);
}

SmallVector<const StatePair *>
fp8::findCarriedStates(const StepValues &values, const GradientFlow &flow) {
  Finder finder(values, flow);
  // Either all states of an update are carried, or none of them.
  llvm::MapVector<Operation *, SmallVector<const StatePair *>> byOp;
  Operation *terminator = values.block.getTerminator();
  for (const StatePair &pair : values.pairing.getPairs())
    if (Operation *op = terminator->getOperand(pair.result).getDefiningOp())
      byOp[op].push_back(&pair);
  SmallVector<const StatePair *> found;
  for (auto &[op, pairs] : byOp)
    if (!llvm::is_contained(values.carried, pairs.front()) &&
        llvm::all_of(pairs, [&, op = op](const StatePair *pair) {
          return finder.canCarry(*pair, op);
        }))
      llvm::append_range(found, pairs);
  return found;
}
