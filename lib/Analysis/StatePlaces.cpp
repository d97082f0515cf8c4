//===- StatePlaces.cpp - pairs that are told by where others stand --------===//

#include "StateMatcher.h"

#include "fp8/Analysis/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::fp8;

/// What JAX says of a result, `result[0]['u']`, up to the place in the tuple
/// that the step returns: `result[0]`.
StringRef StateMatcher::getTree(unsigned result) {
  auto info = func.getResultAttrOfType<StringAttr>(result, "jax.result_info");
  return info ? info.getValue().take_front(info.getValue().find(']') + 1)
              : StringRef();
}

/// A state that is not computed elementwise from its old value stands where the
/// others do: between two of them, or in the same part of what is returned. So
/// do predictions not. A gradient that is kept for the next step, or a flag
/// that says that there was one, is not computed from its old value at all;
/// that is read, but the loss does not depend on it, as it does on a batch.
/// Where attributes say what states are, they say it all.
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

/// What `value` is the cast of, in an op or in the body of one, or null.
static Value getCastSource(Value value) {
  Operation *op = value.getDefiningOp();
  auto structured = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (structured && matchElementwise(op))
    op = structured.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::TruncFOp, arith::ExtFOp>(op))
    return {};
  auto inner = dyn_cast<BlockArgument>(op->getOperand(0));
  return structured && inner && inner.getOwner() == structured.getBlock()
             ? structured.getMatchingOpOperand(inner)->get()
             : op->getOperand(0);
}

/// A parameter that the step computes with may be a copy of a master that is
/// stepped: the new one is a cast of the new master, and reads no old value of
/// its own. Copies pair in order with what the loss reads, if there are as many
/// of the type: a batch may have it, too.
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
