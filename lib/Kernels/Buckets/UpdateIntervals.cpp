//===- UpdateIntervals.cpp - valid positions of updates -------------------===//

#include "UpdateIntervals.h"
#include "fp8/Analysis/KernelTraffic.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/StatePairing.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;

UpdateIntervals::UpdateIntervals(func::FuncOp function)
    : function(function), block(function.getBody().front()) {
  for (auto [i, op] : llvm::enumerate(block))
    position[&op] = static_cast<int64_t>(i);
  findUpdates();
  findScalarUpdates();
  findNeeded();
  for (auto &[op, update] : updates)
    findInterval(update);
}

/// Finds the kernels whose results are states: updated states, or states that
/// the function creates, as in @pack.
void UpdateIntervals::findUpdates() {
  auto returnOp = cast<func::ReturnOp>(block.getTerminator());
  for (auto [i, number] : llvm::enumerate(getUpdatedArguments(function)))
    if (isStateResult(function, i))
      if (auto kernel = getMovedRoot(returnOp.getOperand(i), Move::View)
                            .getDefiningOp<KernelOp>()) {
        UpdateInterval &update = updates[kernel];
        update.kernel = kernel;
        if (number)
          update.states.push_back(function.getArgument(*number));
      }
}

/// Returns the users of `value` and of its views, and adds the views to
/// `views`.
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

bool fp8::hasScalarResults(Operation *op) {
  return llvm::all_of(op->getResultTypes(), [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || (shaped.hasStaticShape() && shaped.getNumElements() <= 1);
  });
}

/// Turns a scalar kernel that produces states into a feeder if another update
/// waits for the kernel. An example is a kernel that computes the scales of
/// this step and of the next step.
void UpdateIntervals::findScalarUpdates() {
  SmallVector<Operation *> worklist;
  for (auto &entry : updates)
    if (!hasScalarResults(entry.first))
      worklist.push_back(entry.first);
  llvm::DenseSet<Operation *> reached;
  while (!worklist.empty())
    for (Value operand : worklist.pop_back_val()->getOperands()) {
      Operation *def = operand.getDefiningOp();
      auto update = updates.find(def);
      bool isScalarUpdate =
          update != updates.end() && hasScalarResults(update->first);
      if (!def || !(isScalarUpdate || isFeeder(def)) ||
          !reached.insert(def).second)
        continue;
      if (isScalarUpdate)
        statesOfFeeder[def] = update->second.states;
      worklist.push_back(def);
    }
  updates.remove_if(
      [&](const auto &entry) { return statesOfFeeder.contains(entry.first); });
}

/// Returns true if the results of `op` keep no memory alive, so that `op` can
/// run anywhere after its operands.
bool UpdateIntervals::isFeeder(Operation *op) const {
  if (updates.contains(op))
    return false;
  if (getMovedSource(op, Move::View) || isa<tensor::EmptyOp>(op) ||
      op->hasTrait<OpTrait::ConstantLike>())
    return true;
  // An op with a region is excluded, because the values that the region
  // captures would have to move with it.
  return hasScalarResults(op) &&
         (isa<KernelOp>(op) || (isPure(op) && op->getNumRegions() == 0));
}

/// Returns the position of the last op that `operands` depend on. Feeders move,
/// so the ops that they depend on count instead.
int64_t UpdateIntervals::getReady(ValueRange operands) {
  int64_t ready = -1;
  for (Value operand : operands)
    if (Operation *def = operand.getDefiningOp())
      ready = std::max(ready, getReady(def));
  return ready;
}

int64_t UpdateIntervals::getReady(Operation *op) {
  if (!isFeeder(op))
    return position.lookup(op);
  auto [it, isNew] = readyOf.try_emplace(op, 0);
  if (!isNew)
    return it->second;
  int64_t ready = getReady(op->getOperands());
  // The feeder overwrites its states, so it also waits for readers of the old
  // values. It does not wait if a later op that depends on the feeder reads the
  // old value, because a copy is then needed in any case.
  if (auto states = statesOfFeeder.find(op); states != statesOfFeeder.end())
    for (BlockArgument state : states->second) {
      SetVector<Operation *> views;
      SmallVector<Operation *> users = findUsers(block, state, views);
      bool isKept = llvm::any_of(users, [&](Operation *user) {
        return user != op && feeds(op, user);
      });
      for (Operation *user : users)
        if (!isKept && user != op && !isa<func::ReturnOp>(user))
          ready = std::max(ready, position.lookup(user));
    }
  return readyOf[op] = ready;
}

/// Finds the feeders that updates wait for.
void UpdateIntervals::findNeeded() {
  SmallVector<Operation *> worklist;
  for (auto &entry : updates)
    worklist.push_back(entry.first);
  while (!worklist.empty())
    for (Value operand : worklist.pop_back_val()->getOperands())
      if (Operation *def = operand.getDefiningOp();
          def && isFeeder(def) && needed.insert(def).second)
        worklist.push_back(def);
  // Visit in block order, so that getReady finds most results memoized and
  // recurses little.
  for (Operation &op : block)
    if (needed.contains(&op))
      getReady(&op);
}

/// Returns true if `kernel` depends on `op` through feeders.
bool UpdateIntervals::feeds(Operation *op, Operation *kernel) const {
  llvm::SetVector<Operation *> reached;
  if (needed.contains(op))
    reached.insert(op);
  for (size_t i = 0; i < reached.size(); ++i)
    for (Operation *user : reached[i]->getUsers()) {
      if (user == kernel)
        return true;
      if (needed.contains(user))
        reached.insert(user);
    }
  return false;
}

/// Computes the interval of an update. The update runs after its operands and
/// after the readers of the states that it overwrites. It runs before the
/// readers of its results.
void UpdateIntervals::findInterval(UpdateInterval &update) {
  update.ready = getReady(update.kernel->getOperands());
  update.limit = position.size();
  SetVector<Operation *> views;
  for (Value result : update.kernel.getResults())
    for (Operation *user : findUsers(block, result, views)) {
      if (isa<func::ReturnOp>(user))
        continue;
      // A user that is itself an update or a feeder may move to an earlier
      // position, so its earliest position counts.
      int64_t place = position.lookup(user);
      if (updates.contains(user) || needed.contains(user))
        place = std::min(place, getReady(user->getOperands()));
      update.limit = std::min(update.limit, place);
    }
  llvm::append_range(update.views, views);
  llvm::sort(update.views, [&](Operation *a, Operation *b) {
    return position.lookup(a) < position.lookup(b);
  });
  for (BlockArgument state : update.states) {
    SetVector<Operation *> viewsOfState;
    for (Operation *user : findUsers(block, state, viewsOfState))
      if (user != update.kernel && !isa<func::ReturnOp>(user))
        update.ready = std::max(update.ready, feeds(user, update.kernel)
                                                  ? getReady(user)
                                                  : position.lookup(user));
  }
  for (Value input : update.kernel.getInputs()) {
    Value root = getMovedRoot(input, Move::View);
    auto type = cast<ShapedType>(root.getType());
    if (root.getDefiningOp() && type.getNumElements() != 1)
      update.kept.try_emplace(root, getBytes(type));
  }
}
