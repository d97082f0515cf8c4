//===- CheckStates.cpp - states of each step that is stored ---------------===//

#include "CheckStates.h"

using namespace mlir;
using namespace mlir::fp8;

/// Checks that `func` has an argument that matches `state`.
static LogicalResult checkArgument(func::FuncOp func,
                                   const StoredState &state) {
  unsigned i = state.argument;
  if (i >= func.getNumArguments())
    return func.emitError("expected argument #")
           << i << " of '" << func.getName() << "' to be the state '"
           << state.name << "' of type " << state.type
           << ", as in @step, but there is none";
  BlockArgument argument = func.getArgument(i);
  std::string name = getArgumentName(func, i);
  if (name != state.name || argument.getType() != state.type)
    return emitError(argument.getLoc(), "expected argument #")
           << i << " of '" << func.getName() << "' to be the state '"
           << state.name << "' of type " << state.type
           << ", as in @step, but it is '" << name << "' of type "
           << argument.getType();
  return success();
}

/// Returns true if `value` is the new value of `old` by an update of `func`.
static bool isUpdateOf(Value value, BlockArgument old) {
  auto update = value.getDefiningOp<UpdateOp>();
  if (!update || update->getBlock() != old.getOwner())
    return false;
  unsigned i = cast<OpResult>(value).getResultNumber();
  SmallVector<Value> mains = update.getMainPlanes();
  return i < mains.size() && mains[i] == old;
}

/// Checks that no update has the same state twice, because each plane must have
/// a single new value.
static LogicalResult checkUpdates(func::FuncOp func, const StoragePlan &plan) {
  for (auto update : func.front().getOps<UpdateOp>()) {
    llvm::SmallDenseSet<Value> seen;
    for (Value main : update.getMainPlanes())
      if (const StoredState *state = plan.find(main);
          state && !seen.insert(main).second)
        return update.emitError("expected an update to have the state '")
               << state->name << "' once, but it has it twice";
  }
  return success();
}

FailureOr<SmallVector<unsigned>>
mlir::fp8::checkStates(func::FuncOp func, const StoragePlan &plan) {
  SmallVector<unsigned> kept;
  llvm::StringMap<unsigned> updates = findUpdatingResults(func);
  for (const auto &[argument, state] : plan.states) {
    if (failed(checkArgument(func, state)))
      return failure();
    auto result = updates.find(state.name);
    if (result == updates.end())
      return func.emitError("expected a result of '")
             << func.getName()
             << "' with 'fp8.updates' to be the new value of '" << state.name
             << "', as in @step, but there is none";
    Value value = func.front().getTerminator()->getOperand(result->second);
    BlockArgument old = func.getArgument(argument);
    if (value == old)
      kept.push_back(argument);
    else if (!isUpdateOf(value, old))
      return emitError(value.getLoc(), "expected the new value of '")
             << state.name << "' in '" << func.getName()
             << "' to be the old value or the result of an fp8.update of it";
  }
  if (failed(checkUpdates(func, plan)))
    return failure();
  return kept;
}
