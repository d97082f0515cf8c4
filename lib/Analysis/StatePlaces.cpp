//===- StatePlaces.cpp - state pairs by position --------------------------===//

#include "StateMatcher.h"
#include "StatePaths.h"

#include "fp8/Analysis/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the part of JAX's result path that identifies the element of the
/// returned tuple: `result[0]` for `result[0]['u']`. Empty without a path.
StringRef StateMatcher::getTree(unsigned result) {
  auto info = func.getResultAttrOfType<StringAttr>(result, "jax.result_info");
  return info ? info.getValue().take_front(info.getValue().find(']') + 1)
              : StringRef();
}

/// Pairs states by their position if they are not computed elementwise from
/// their old values. Such a result is between two results that overwrite
/// states, or in the same part of the returned tree. Predictions may be there,
/// too, so one more condition applies: the result depends on the argument, or
/// only states depend on the argument. The second case covers a gradient that
/// is stored for the next step, or a flag that there was one. If attributes
/// declare states, they are complete, and nothing is paired.
void StateMatcher::takePlaces(const Loss &loss) {
  if (areAttributed)
    return;
  llvm::MapVector<int64_t, SmallVector<unsigned>> resultsOf;
  for (const StatePair &pair : pairs)
    resultsOf[int64_t(pair.result) - int64_t(pair.arg)].push_back(pair.result);
  auto *most = llvm::max_element(resultsOf, [](const auto &a, const auto &b) {
    return a.second.size() < b.second.size();
  });
  if (most == resultsOf.end() || most->second.size() < 2)
    return;
  auto [displacement, results] = *most;
  auto [first, last] = std::minmax_element(results.begin(), results.end());
  llvm::StringSet<> trees;
  for (unsigned result : results)
    if (StringRef tree = getTree(result); !tree.empty())
      trees.insert(tree);
  for (unsigned i = 0, e = terminator->getNumOperands(); i < e; ++i) {
    int64_t arg = int64_t(i) - displacement;
    bool isAmong = (*first < i && i < *last) || trees.contains(getTree(i));
    if (isAmong && !loss.isLoss(i) && arg >= 0 &&
        arg < func.getNumArguments() && isFree({i, unsigned(arg), 0}) &&
        func.getArgument(arg).getType() ==
            terminator->getOperand(i).getType() &&
        (isComputedFrom(i, arg) || isReadForStatesOnly(arg, loss)))
      take(arg, i, PairingRule::Place);
  }
}

/// Corrects the pairs of methods that keep two sequences, such as Nesterov's
/// method, FISTA, or a heavy ball: the new parameter is extrapolated from the
/// new and the old value of the other state.
///
///     new_v = w - rate * gradient
///     new_w = new_v + 0.9 * (new_v - v)
///
/// The other results pair by their distance: new_w with v, and new_v with w.
/// But no state steps from its negated old value, and only the value that the
/// loss reads is trained.
void StateMatcher::swapExtrapolated(const Loss &loss) {
  if (!loss.result)
    return;
  auto isInferred = [](const StatePair &pair) {
    return pair.rule != PairingRule::UpdatesAttribute &&
           pair.rule != PairingRule::AliasingAttribute &&
           pair.rule != PairingRule::Extrapolation;
  };
  auto readsValue = [&](const StatePair &pair, const StatePair &other) {
    Value value = terminator->getOperand(other.result);
    const ElementwiseCone &cone = getCone(pair.result);
    if (auto arg = dyn_cast<BlockArgument>(value))
      return cone.reads(arg);
    return llvm::is_contained(cone.ops, value.getDefiningOp());
  };
  for (StatePair &pair : pairs) {
    BlockArgument arg = func.getArgument(pair.arg);
    if (!isInferred(pair) || hasOneElement(arg.getType()) ||
        loss.isReadByForward(arg) ||
        !isSubtracted(terminator->getOperand(pair.result), arg))
      continue;
    auto *other = llvm::find_if(pairs, [&](const StatePair &other) {
      return other.arg != pair.arg && isInferred(other) &&
             func.getArgument(other.arg).getType() == arg.getType() &&
             loss.isReadByForward(func.getArgument(other.arg)) &&
             readsValue(pair, other);
    });
    if (other == pairs.end())
      continue;
    std::swap(pair.result, other->result);
    for (StatePair *swapped : {&pair, other}) {
      swapped->rule = PairingRule::Extrapolation;
      swapped->distance = 0;
    }
  }
}

/// Returns the value that `value` is a float cast of, or null. The cast may be
/// in the body of any elementwise op, with any indexing maps.
static Value getCastSource(Value value) {
  Operation *op = value.getDefiningOp();
  auto structured = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (structured && matchElementwise(op))
    op = structured.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::TruncFOp, arith::ExtFOp>(op))
    return {};
  return getOutside(op->getOperand(0));
}

/// Pairs parameters that are copies of master weights. A new copy is a cast of
/// the new master weight and does not depend on the old copy. The copies of a
/// type pair in order with the free arguments that the loss reads, if there are
/// equally many of both. Otherwise, a batch may be among the arguments.
void StateMatcher::takeCopies(const Loss &loss) {
  llvm::DenseSet<Value> masters;
  for (const StatePair &pair : pairs)
    masters.insert(terminator->getOperand(pair.result));
  llvm::MapVector<Type, SmallVector<unsigned>> copies;
  for (auto [i, value] : llvm::enumerate(terminator->getOperands()))
    if (!takenResults.contains(i) && !loss.isLoss(i) &&
        masters.contains(getCastSource(value)))
      copies[value.getType()].push_back(i);
  for (auto &[type, results] : copies) {
    SmallVector<unsigned> args;
    for (auto [i, argType] : llvm::enumerate(func.getArgumentTypes()))
      if (argType == type && !takenArgs.contains(i) && isReadByForward(i, loss))
        args.push_back(i);
    if (args.size() == results.size())
      for (auto [arg, result] : llvm::zip(args, results))
        take(arg, result, PairingRule::Copy);
  }
}
