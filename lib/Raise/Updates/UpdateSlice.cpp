//===- UpdateSlice.cpp - ops of one update --------------------------------===//

#include "UpdateSlice.h"

#include "GradientCut.h"
#include "UpdateReductions.h"
#include "fp8/Analysis/ElementwiseCone.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

bool mlir::fp8::isUpdateElement(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isF32() || element.isBF16() || element.isF16();
}

/// Returns the elementwise ops that compute `roots`, in program order.
UpdateSlicer::Ops UpdateSlicer::collectOps(ArrayRef<Value> roots) const {
  llvm::DenseSet<Operation *> seen;
  SmallVector<Operation *> ops;
  for (Value root : roots)
    for (Operation *op : collectCone(root).ops)
      if (seen.insert(op).second)
        ops.push_back(op);
  llvm::sort(ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return Ops(ops.begin(), ops.end());
}

llvm::DenseSet<Value>
UpdateSlicer::findDependent(const Ops &ops, const StateGroup &group) const {
  llvm::DenseSet<Value> dependent;
  for (const StatePair &pair : group)
    dependent.insert(block.getArgument(pair.arg));
  for (Operation *op : ops)
    if (llvm::any_of(matchElementwise(op)->aligned,
                     [&](Value value) { return dependent.contains(value); }))
      dependent.insert(op->getResult(0));
  return dependent;
}

/// Returns the ops that depend on results of an update of `ops` through at
/// least one op outside `ops`. Results are the new states, and other values
/// that `ops` compute from states. The update cannot contain these ops.
llvm::DenseSet<Operation *>
UpdateSlicer::findLate(const Ops &ops, const StateGroup &group,
                       const llvm::DenseSet<Value> &dependent) const {
  llvm::DenseSet<Value> computed = dependent;
  for (const StatePair &pair : group)
    computed.insert(getNewValue(pair));
  llvm::DenseSet<Operation *> late;
  SmallVector<Operation *> worklist;
  auto visitUsers = [&](Operation *op, bool outsideOnly) {
    for (Operation *user : op->getUsers()) {
      Operation *ancestor = block.findAncestorOpInBlock(*user);
      if (ancestor != terminator && !(outsideOnly && ops.contains(ancestor)) &&
          late.insert(ancestor).second)
        worklist.push_back(ancestor);
    }
  };
  for (Operation *op : ops)
    if (computed.contains(op->getResult(0)))
      visitUsers(op, /*outsideOnly=*/true);
  while (!worklist.empty())
    visitUsers(worklist.pop_back_val(), /*outsideOnly=*/false);
  return late;
}

bool UpdateSlicer::isReadOutside(Value value, const Ops &ops,
                                 const llvm::DenseSet<unsigned> &paired) const {
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = block.findAncestorOpInBlock(*use.getOwner());
    return user == terminator ? !paired.contains(use.getOperandNumber())
                              : !ops.contains(user);
  });
}

SmallVector<Value>
UpdateSlicer::findExtras(const UpdateSlice &slice,
                         const llvm::DenseSet<Value> &dependent,
                         const llvm::DenseSet<Operation *> &late) const {
  llvm::DenseSet<unsigned> paired;
  llvm::DenseSet<Value> given;
  for (const StatePair &pair : slice.states) {
    paired.insert(pair.result);
    given.insert(getNewValue(pair));
  }
  SmallVector<Value> extras;
  for (Operation *op : slice.groupOps) {
    Value value = op->getResult(0);
    if (dependent.contains(value) && !late.contains(op) &&
        !loss.forward.contains(op) && isUpdateElement(value.getType()) &&
        given.insert(value).second &&
        isReadOutside(value, slice.groupOps, paired))
      extras.push_back(value);
  }
  return extras;
}

void UpdateSlicer::chooseInputs(UpdateSlice &slice,
                                ArrayRef<Value> outputs) const {
  slice.ops = collectOps(outputs);
  slice.dependent = findDependent(slice.ops, slice.states);
  GradientCut cut(slice.ops, slice.dependent, uniform);
  slice.inputs = cut.choose(outputs);
}

UpdateSlice UpdateSlicer::takeNext(StateGroup &group) {
  SmallVector<Value> roots;
  for (const StatePair &pair : group)
    roots.push_back(getNewValue(pair));
  UpdateSlice slice;
  slice.groupOps = collectOps(roots);
  llvm::DenseSet<Value> dependent = findDependent(slice.groupOps, group);
  llvm::DenseSet<Operation *> late = findLate(slice.groupOps, group, dependent);

  StateGroup rest;
  for (const StatePair &pair : group) {
    Operation *op = getNewValue(pair).getDefiningOp();
    (late.contains(op) ? rest : slice.states).push_back(pair);
  }
  if (slice.states.empty()) {
    // All states depend on the scalar, so no earlier update can compute its
    // operands. The ops that compute the scalar stay outside the update.
    slice.states = std::move(rest);
    rest.clear();
  } else {
    slice.extras = findExtras(slice, dependent, late);
  }
  group = std::move(rest);

  SmallVector<Value> outputs;
  for (const StatePair &pair : slice.states)
    outputs.push_back(getNewValue(pair));
  llvm::append_range(outputs, slice.extras);
  chooseInputs(slice, outputs);
  // An input is computed before the update, for all of its readers.
  llvm::erase_if(slice.extras, [&](Value extra) {
    return llvm::is_contained(slice.inputs, extra);
  });
  takeReductions(slice, block, loss, dependent, uniform);
  return slice;
}
