//===- UpdateIntervals.cpp - where updates may stand ----------------------===//

#include "UpdateIntervals.h"
#include "fp8/Analysis/KernelTraffic.h"
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

/// Kernels whose results become states, or are ones of a function that makes
/// them from others, such as @pack.
void UpdateIntervals::findUpdates() {
  auto returnOp = cast<func::ReturnOp>(block.getTerminator());
  for (auto [i, number] : llvm::enumerate(getUpdatedArguments(function)))
    if (number || function.getResultAttr(i, FP8Dialect::kStateAttrName))
      if (auto kernel =
              getViewRoot(returnOp.getOperand(i)).getDefiningOp<KernelOp>()) {
        UpdateInterval &update = updates[kernel];
        update.kernel = kernel;
        if (number)
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

bool fp8::hasScalarResults(Operation *op) {
  return llvm::all_of(op->getResultTypes(), [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || (shaped.hasStaticShape() && shaped.getNumElements() <= 1);
  });
}

/// A kernel of scalars that another update waits for, such as the one that
/// makes the scales of both this step and the next, is no update: it moves
/// along.
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

/// What may stand wherever its operands are there: it keeps no memory.
bool UpdateIntervals::isFeeder(Operation *op) const {
  if (updates.contains(op))
    return false;
  if (isView(op) || isa<tensor::EmptyOp>(op) ||
      op->hasTrait<OpTrait::ConstantLike>())
    return true;
  // What a region captures would have to come along.
  return hasScalarResults(op) &&
         (isa<KernelOp>(op) || (isPure(op) && op->getNumRegions() == 0));
}

/// The position of the op that makes the last operand, feeders left out.
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
  // The old value of a state that something after it reads is kept anyway.
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

/// What updates wait for that can move along.
void UpdateIntervals::findNeeded() {
  SmallVector<Operation *> worklist;
  for (auto &entry : updates)
    worklist.push_back(entry.first);
  while (!worklist.empty())
    for (Value operand : worklist.pop_back_val()->getOperands())
      if (Operation *def = operand.getDefiningOp();
          def && isFeeder(def) && needed.insert(def).second)
        worklist.push_back(def);
  // In order, so that no chain of them is a chain of calls.
  for (Operation &op : block)
    if (needed.contains(&op))
      getReady(&op);
}

/// Whether `kernel` waits for `op` by what can move along.
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

/// An update waits for what it reads and for what reads the states that it
/// overwrites, and comes before what reads its results.
void UpdateIntervals::findInterval(UpdateInterval &update) {
  update.ready = getReady(update.kernel->getOperands());
  update.limit = position.size();
  SetVector<Operation *> views;
  for (Value result : update.kernel.getResults())
    for (Operation *user : findUsers(block, result, views)) {
      if (isa<func::ReturnOp>(user))
        continue;
      // Another update, and what it waits for, may come earlier than it stands.
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
    Value root = getViewRoot(input);
    auto type = cast<ShapedType>(root.getType());
    if (root.getDefiningOp() && type.getNumElements() != 1)
      update.kept.try_emplace(root, getBytes(type));
  }
}
