//===- UnpairedStates.cpp - states that a step may have lost --------------===//

#include "fp8/Analysis/UnpairedStates.h"

#include "IntegerSources.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/ElementwiseCone.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// The values from which one result is computed, determined on demand.
class ResultSources {
public:
  ResultSources(func::FuncOp func, const Loss &loss, Value value)
      : block(func.front()), loss(loss), value(value) {}

  bool readsElementwise(BlockArgument arg) {
    if (!cone)
      cone = collectCone(value);
    return cone->reads(arg);
  }
  bool readsAsInteger(BlockArgument arg) {
    if (!integers)
      integers = collectIntegerSources(value, block);
    return integers->contains(arg);
  }
  bool reads(BlockArgument arg) { return isReadBy(arg, block, getSlice()); }
  bool isReadByForward(BlockArgument arg) const {
    return isReadBy(arg, block, loss.forward);
  }
  /// Returns true if the result depends on contractions of the backward pass.
  bool readsBackward() {
    if (!isBackward)
      isBackward = llvm::any_of(getSlice(), [&](Operation *op) {
        return !loss.forward.contains(op) && matchContraction(op);
      });
    return *isBackward;
  }

private:
  const llvm::DenseSet<Operation *> &getSlice() {
    if (!slice)
      addBackwardSlice(value, block, slice.emplace());
    return *slice;
  }

  Block &block;
  const Loss &loss;
  Value value;
  std::optional<ElementwiseCone> cone;
  std::optional<llvm::DenseSet<Value>> integers;
  std::optional<llvm::DenseSet<Operation *>> slice;
  std::optional<bool> isBackward;
};

} // namespace

/// Decides whether the result of `sources` may be the new value of `arg`, which
/// has the same type. Returns true if the result is computed from `arg`, false
/// if another reason suggests it, and std::nullopt if it cannot be the new
/// value.
static std::optional<bool> matchNewValue(BlockArgument arg,
                                         ResultSources &sources,
                                         const PairedStep &step) {
  bool isOne = hasOneElement(arg.getType());
  bool isForward = sources.isReadByForward(arg);
  // Without a loss, it is unknown which arguments only states read.
  bool isForStates = step.loss.result && !isForward && !isOne;
  std::optional<bool> ifStored =
      isForStates ? std::optional(false) : std::nullopt;
  if (!isa<FloatType>(getElementTypeOrSelf(arg.getType())))
    return sources.readsAsInteger(arg) ? true : ifStored;
  if (isOne)
    return sources.readsElementwise(arg) ? std::optional(true) : std::nullopt;
  // Without a known loss, a result of the forward pass may be a prediction.
  if (isForward ? !step.loss.result || sources.readsBackward()
                : step.pairing.getPairs().empty())
    return std::nullopt;
  return sources.reads(arg) ? true : ifStored;
}

static SmallVector<UnpairedState> collectUnpaired(func::FuncOp func,
                                                  const PairedStep &step) {
  llvm::DenseMap<Type, SmallVector<BlockArgument>> argsOf;
  // Unread arguments are reported by StatePairing::getSuspectResults() instead.
  for (BlockArgument arg : func.getArguments())
    if (!arg.use_empty() && !step.pairing.getPairOfArgument(arg.getArgNumber()))
      argsOf[arg.getType()].push_back(arg);
  SmallVector<UnpairedState> found;
  for (auto [i, value] :
       llvm::enumerate(func.front().getTerminator()->getOperands())) {
    auto args = argsOf.find(value.getType());
    if (args == argsOf.end() || isa<BlockArgument>(value) ||
        step.loss.isLoss(i) || step.pairing.getPairOfResult(i))
      continue;
    ResultSources sources(func, step.loss, value);
    for (BlockArgument arg : args->second)
      if (std::optional<bool> isComputed = matchNewValue(arg, sources, step))
        found.push_back({arg.getArgNumber(), unsigned(i), *isComputed});
  }
  return found;
}

/// Drops candidates that match only by type, unless the type has equally many
/// such arguments and results. Otherwise, a gradient that the host passes may
/// be among them.
static void dropUnequal(func::FuncOp func,
                        SmallVectorImpl<UnpairedState> &found) {
  llvm::DenseMap<Type, llvm::DenseSet<unsigned>> args, results;
  auto getType = [&](const UnpairedState &state) {
    return func.getArgumentTypes()[state.arg];
  };
  for (const UnpairedState &state : found)
    if (!state.isComputed) {
      args[getType(state)].insert(state.arg);
      results[getType(state)].insert(state.result);
    }
  llvm::erase_if(found, [&](const UnpairedState &state) {
    return !state.isComputed &&
           args[getType(state)].size() != results[getType(state)].size();
  });
}

SmallVector<UnpairedState>
mlir::fp8::findUnpairedStates(func::FuncOp func, const PairedStep &step) {
  SmallVector<UnpairedState> found = collectUnpaired(func, step);
  dropUnequal(func, found);
  llvm::DenseMap<int64_t, unsigned> votes;
  for (const UnpairedState &state : found)
    ++votes[state.getDisplacement()];
  for (const StatePair &pair : step.pairing.getPairs())
    ++votes[int64_t(pair.result) - int64_t(pair.arg)];
  for (UnpairedState &state : found)
    state.votes = votes.lookup(state.getDisplacement());
  llvm::sort(found, [](const UnpairedState &a, const UnpairedState &b) {
    return std::tie(b.isComputed, b.votes, a.arg, a.result) <
           std::tie(a.isComputed, a.votes, b.arg, b.result);
  });
  llvm::DenseSet<unsigned> args, results;
  SmallVector<UnpairedState> states;
  for (const UnpairedState &state : found)
    if (!args.contains(state.arg) && !results.contains(state.result)) {
      args.insert(state.arg);
      results.insert(state.result);
      states.push_back(state);
    }
  llvm::sort(states, [](const UnpairedState &a, const UnpairedState &b) {
    return a.arg < b.arg;
  });
  return states;
}

/// Returns true if an attribute declares the pair, or if its argument and
/// result have the same name.
static bool isDeclared(func::FuncOp func, const StatePair &pair) {
  if (func.getResultAttr(pair.result, FP8Dialect::kUpdatesAttrName) ||
      func.getArgAttr(pair.arg, "tf.aliasing_output"))
    return true;
  Attribute name = func.getResultAttr(pair.result, FP8Dialect::kNameAttrName);
  return name && name == func.getArgAttr(pair.arg, FP8Dialect::kNameAttrName);
}

SmallVector<SwappedStates>
mlir::fp8::findSwappedStates(func::FuncOp func, const StatePairing &pairing) {
  llvm::DenseMap<Type, SmallVector<StatePair>> steppedOf;
  for (const StatePair &pair : pairing.getPairs())
    if (pair.rule != PairingRule::Unchanged && !isDeclared(func, pair))
      steppedOf[func.getArgumentTypes()[pair.arg]].push_back(pair);
  SmallVector<SwappedStates> swapped;
  for (const StatePair &pair : pairing.getPairs()) {
    Type type = func.getArgumentTypes()[pair.arg];
    auto stepped = steppedOf.find(type);
    // An unchanged one-element value is a hyperparameter, such as a rate or a
    // bound.
    if (pair.rule != PairingRule::Unchanged || hasOneElement(type) ||
        stepped == steppedOf.end() || isDeclared(func, pair))
      continue;
    auto *other = llvm::find_if(stepped->second, [&](const StatePair &other) {
      return (other.arg < pair.arg) != (other.result < pair.result);
    });
    if (other == stepped->second.end())
      continue;
    swapped.push_back({pair, *other});
    stepped->second.erase(other);
  }
  return swapped;
}
