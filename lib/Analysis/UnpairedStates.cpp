//===- UnpairedStates.cpp - states that a step may have lost --------------===//

#include "fp8/Analysis/UnpairedStates.h"

#include "IntegerSources.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/ElementwiseCone.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/Operands.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

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
  /// Returns true if the result is computed from a value for which `isSource`
  /// returns true, outside the forward pass and the gradients.
  bool steps(function_ref<bool(Value)> isSource) const;
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

/// Returns true if `op` combines elements of different positions, as gradients
/// do: a contraction or reduction, also in a loop.
static bool isCombining(Operation *op) {
  return op
      ->walk([](Operation *nested) {
        auto linalgOp = dyn_cast<linalg::LinalgOp>(nested);
        return matchContraction(nested) ||
                       (linalgOp && linalgOp.getNumReductionLoops() > 0)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Appends the tensors that `op` adds to, if it is a linalg op.
static void addInits(Operation *op, SmallVectorImpl<Value> &values) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    llvm::append_range(values, linalgOp.getDpsInits());
}

/// Returns true if one of `roots` is computed from a value for which `isSource`
/// returns true, by ops that are neither in the forward pass nor combining. A
/// combining op may add to the value, such as a scatter to a weight, and the
/// forward pass may rearrange it, such as the weights of one layer.
static bool reachSource(SmallVector<Value> roots, Block &block,
                        const Loss &loss, function_ref<bool(Value)> isSource) {
  llvm::DenseSet<Operation *> seen;
  while (!roots.empty()) {
    Value value = roots.pop_back_val();
    if (isSource(value))
      return true;
    Operation *op = value.getDefiningOp();
    if (!op || !(op = block.findAncestorOpInBlock(*op)) ||
        !seen.insert(op).second ||
        (loss.forward.contains(op) && !getMovedSource(op, Move::Rearrange)))
      continue;
    if (isCombining(op))
      addInits(op, roots);
    else
      forEachOperand(op, [&](Value operand) { roots.push_back(operand); });
  }
  return false;
}

bool ResultSources::steps(function_ref<bool(Value)> isSource) const {
  Operation *op = value.getDefiningOp();
  SmallVector<Value> roots;
  forEachOperand(op, [&](Value operand) { roots.push_back(operand); });
  if (isCombining(op)) {
    // A retraction multiplies the stepped weight, which is computed from the
    // weight and a gradient. A gradient may read the weight itself.
    llvm::erase_if(roots, [&](Value root) { return isSource(root); });
    addInits(op, roots);
  }
  return reachSource(std::move(roots), block, loss, isSource);
}

/// Returns true if the result of `sources`, which depends on the backward pass,
/// may be the new value of the weight `arg`.
static bool isNewWeight(BlockArgument arg, const ResultSources &sources,
                        const PairedStep &step) {
  Operation *terminator = arg.getOwner()->getTerminator();
  return sources.steps([&](Value value) {
    return value == arg ||
           llvm::any_of(step.pairing.getPairs(), [&](const StatePair &pair) {
             return pair.rule != PairingRule::Unchanged &&
                    value.getType() == arg.getType() &&
                    terminator->getOperand(pair.result) == value;
           });
  });
}

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
  if (isForward && step.loss.result && sources.readsBackward())
    return isNewWeight(arg, sources, step) ? std::optional(true) : std::nullopt;
  if (isForward ? !step.loss.result : step.pairing.getPairs().empty())
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
        found.push_back(
            {arg.getArgNumber(), unsigned(i), *isComputed,
             sources.isReadByForward(arg) && sources.readsBackward()});
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

bool mlir::fp8::isDeclared(func::FuncOp func, const StatePair &pair) {
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
