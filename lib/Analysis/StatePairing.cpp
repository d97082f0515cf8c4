//===- StatePairing.cpp - results that overwrite arguments ----------------===//

#include "fp8/Analysis/StatePairing.h"

#include "StateKinds.h"
#include "StateMatcher.h"

using namespace mlir;
using namespace mlir::fp8;

StringRef mlir::fp8::describe(PairingRule rule) {
  switch (rule) {
  case PairingRule::UpdatesAttribute:
    return "fp8.updates";
  case PairingRule::AliasingAttribute:
    return "tf.aliasing_output";
  case PairingRule::Unchanged:
    return "returned unchanged";
  case PairingRule::OnlyCandidate:
    return "only candidate";
  case PairingRule::FewestOperations:
    return "fewest operations";
  case PairingRule::Displacement:
    return "displacement that most pairs share";
  case PairingRule::Order:
    return "order";
  case PairingRule::Place:
    return "its place among states";
  case PairingRule::Copy:
    return "copy of a new state";
  case PairingRule::Extrapolation:
    return "extrapolation";
  }
  llvm_unreachable("unknown rule");
}

FailureOr<PairedStep> mlir::fp8::pairStates(func::FuncOp func, StringRef loss) {
  FailureOr<Loss> found = resolveLoss(func, loss);
  if (failed(found))
    return failure();
  FailureOr<StatePairing> pairing = StatePairing::compute(func, *found);
  if (failed(pairing))
    return failure();
  return PairedStep{std::move(*found), std::move(*pairing)};
}

FailureOr<StatePairing> StatePairing::compute(func::FuncOp func,
                                              const Loss &loss) {
  StateMatcher matcher(func);
  matcher.takeUpdates();
  if (failed(matcher.takeAliases(loss)))
    return failure();
  matcher.leaveNamed();
  matcher.takeUnchanged(loss);
  if (failed(matcher.takeComputed(loss)))
    return failure();
  matcher.swapExtrapolated(loss);
  matcher.takePlaces(loss);
  matcher.takeCopies(loss);
  matcher.takeIntegers(loss);
  StatePairing pairing(func);
  pairing.losses = loss.results;
  pairing.pairs = std::move(matcher.pairs);
  llvm::sort(pairing.pairs, [](const StatePair &a, const StatePair &b) {
    return a.arg < b.arg;
  });
  classifyStates(func, loss, matcher.cones, pairing.pairs);
  pairing.findSuspects();
  return pairing;
}

const StatePair *StatePairing::getPairOfArgument(unsigned arg) const {
  const auto *it =
      llvm::lower_bound(pairs, arg, [](const StatePair &pair, unsigned n) {
        return pair.arg < n;
      });
  return it != pairs.end() && it->arg == arg ? &*it : nullptr;
}

const StatePair *StatePairing::getPairOfResult(unsigned result) const {
  auto it = pairOfResult.find(result);
  return it == pairOfResult.end() ? nullptr : &pairs[it->second];
}

/// Finds unpaired results for which there is an unread, unpaired argument of
/// their type. Counts each such argument for only one result.
void StatePairing::findSuspects() {
  for (auto [i, pair] : llvm::enumerate(pairs))
    pairOfResult[pair.result] = i;
  llvm::DenseMap<Type, unsigned> unread;
  for (BlockArgument arg : func.getArguments())
    if (arg.use_empty() && !getPairOfArgument(arg.getArgNumber()))
      ++unread[arg.getType()];
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i) {
    unsigned &left = unread[func.getResultTypes()[i]];
    if (left == 0 || getPairOfResult(i) || llvm::is_contained(losses, i))
      continue;
    suspects.push_back(i);
    --left;
  }
}

std::string StatePairing::describe(const StatePair &pair) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "result #" << pair.result << " overwrites '"
     << getArgumentName(func, pair.arg) << "'";
  if (pair.kind)
    os << " (" << stringifyStateKind(*pair.kind) << ")";
  os << ": " << fp8::describe(pair.rule);
  return text;
}

void StatePairing::print(raw_ostream &os) const {
  func::FuncOp func = this->func; // its accessors are not const
  for (const StatePair &pair : pairs)
    os << describe(pair) << "\n";
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
    if (!getPairOfResult(i))
      os << "result #" << i
         << (!llvm::is_contained(losses, i) ? " overwrites nothing\n"
             : losses.size() == 1           ? " is the loss\n"
                                            : " is a loss\n");
}
