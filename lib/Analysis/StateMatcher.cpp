//===- StateMatcher.cpp - pairs results with arguments --------------------===//

#include "StateMatcher.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;

void StateMatcher::take(unsigned arg, unsigned result, PairingRule rule,
                        unsigned distance) {
  takenArgs.insert(arg);
  takenResults.insert(result);
  // A value that is returned unchanged gets the rule Unchanged, independently
  // of the rule that paired it.
  if (terminator->getOperand(result) == func.getArgument(arg))
    rule = PairingRule::Unchanged;
  pairs.push_back({arg, result, rule, distance, std::nullopt});
}

const ElementwiseCone &StateMatcher::getCone(unsigned result) {
  auto [it, isNew] = cones.try_emplace(result);
  if (isNew)
    it->second = collectCone(terminator->getOperand(result));
  return it->second;
}

/// Returns the argument that is closer to `result` than all other arguments of
/// its type, or std::nullopt if there is a tie or no such argument.
std::optional<unsigned> StateMatcher::findClosest(unsigned result) {
  std::optional<unsigned> closest;
  unsigned least = ~0u;
  for (auto [arg, distance] : getCone(result).args) {
    if (arg.getType() != terminator->getOperand(result).getType() ||
        distance > least)
      continue;
    closest =
        distance < least ? std::optional(arg.getArgNumber()) : std::nullopt;
    least = distance;
  }
  return closest;
}

/// If `result` returns the old value of `arg`, returns the state that stores
/// this previous value, or std::nullopt. The state must not be paired yet, no
/// result may be closest to it, and the loss must not read it. Also, the result
/// that updates `arg` must read it.
std::optional<unsigned>
StateMatcher::findPrevious(unsigned result, unsigned arg, const Loss &loss) {
  llvm::DenseSet<unsigned> closest, read;
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    if (value.getType() != terminator->getOperand(result).getType() ||
        isa<BlockArgument>(value) || takenResults.contains(i) || loss.isLoss(i))
      continue;
    std::optional<unsigned> stepped = findClosest(i);
    if (!stepped)
      continue;
    closest.insert(*stepped);
    if (stepped == arg)
      for (auto [other, distance] : getCone(i).args)
        read.insert(other.getArgNumber());
  }
  std::optional<unsigned> previous;
  for (auto [i, type] : llvm::enumerate(func.getArgumentTypes())) {
    if (type != terminator->getOperand(result).getType() ||
        takenArgs.contains(i) || closest.contains(i) || !read.contains(i) ||
        !isReadForStatesOnly(i, loss))
      continue;
    if (previous)
      return std::nullopt;
    previous = i;
  }
  return previous;
}

void StateMatcher::takeUnchanged(const Loss &loss) {
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    auto arg = dyn_cast<BlockArgument>(value);
    if (!arg || !isFree({unsigned(i), arg.getArgNumber(), 0}))
      continue;
    if (std::optional<unsigned> previous =
            findPrevious(i, arg.getArgNumber(), loss))
      take(*previous, i, PairingRule::OnlyCandidate);
    else
      take(arg.getArgNumber(), i, PairingRule::Unchanged);
  }
}

void StateMatcher::collectCandidates(const Loss &loss) {
  llvm::DenseMap<int64_t, unsigned> votes;
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    if (isa<BlockArgument>(value) || loss.isLoss(i))
      continue;
    const ElementwiseCone &cone = getCone(i);
    for (auto [arg, distance] : cone.args) {
      Candidate candidate{unsigned(i), arg.getArgNumber(), distance};
      if (arg.getType() != value.getType() || !isFree(candidate))
        continue;
      ++votes[candidate.getDisplacement()];
      allDegrees.add(candidate);
      candidates.push_back(candidate);
    }
  }
  for (Candidate &candidate : candidates)
    candidate.votes = votes.lookup(candidate.getDisplacement());
}

PairingRule StateMatcher::getDecidingRule(const Candidate &candidate) const {
  if (allDegrees.isAlone(candidate))
    return PairingRule::OnlyCandidate;
  return distanceDegrees.isAlone(candidate) ? PairingRule::FewestOperations
                                            : PairingRule::Displacement;
}

LogicalResult StateMatcher::takeComputed(const Loss &loss) {
  collectCandidates(loss);
  llvm::sort(candidates, [](const Candidate &a, const Candidate &b) {
    return std::tie(a.distance, b.votes, a.result, a.arg) <
           std::tie(b.distance, a.votes, b.result, b.arg);
  });
  MutableArrayRef<Candidate> rest = candidates;
  while (!rest.empty()) {
    unsigned distance = rest.front().distance;
    auto same = rest.take_while(
        [&](const Candidate &c) { return c.distance == distance; });
    if (failed(takeDistance(same)))
      return failure();
    rest = rest.drop_front(same.size());
  }
  return success();
}

/// Pairs candidates with equal distance. Candidates with the most common
/// displacement (result number minus argument number) come first.
LogicalResult
StateMatcher::takeDistance(MutableArrayRef<Candidate> candidates) {
  distanceDegrees = Degrees();
  for (const Candidate &candidate : candidates)
    if (isFree(candidate))
      distanceDegrees.add(candidate);
  while (!candidates.empty()) {
    unsigned votes = candidates.front().votes;
    auto same = candidates.take_while(
        [&](const Candidate &c) { return c.votes == votes; });
    SmallVector<Candidate> tied = llvm::to_vector(llvm::make_filter_range(
        same, [&](const Candidate &c) { return isFree(c); }));
    if (failed(takeTied(tied)))
      return failure();
    candidates = candidates.drop_front(same.size());
  }
  return success();
}

/// Pairs candidates that only their order distinguishes. In a connected set of
/// candidates, results and arguments are paired in order if they are equal in
/// number; otherwise an error is emitted.
LogicalResult StateMatcher::takeTied(ArrayRef<Candidate> tied) {
  // In `classes`, results come first, followed by arguments.
  unsigned firstArg = terminator->getNumOperands();
  llvm::EquivalenceClasses<unsigned> classes;
  for (const Candidate &c : tied)
    classes.unionSets(c.result, firstArg + c.arg);
  llvm::MapVector<unsigned, SmallVector<Candidate>> components;
  for (const Candidate &c : tied)
    components[classes.getLeaderValue(c.result)].push_back(c);
  for (auto &entry : components) {
    ArrayRef<Candidate> component = entry.second;
    if (component.size() == 1) {
      const Candidate &c = component.front();
      take(c.arg, c.result, getDecidingRule(c), c.distance);
      continue;
    }
    llvm::SetVector<unsigned> results, args;
    for (const Candidate &c : component) {
      results.insert(c.result);
      args.insert(c.arg);
    }
    SmallVector<unsigned> sortedArgs = args.takeVector();
    llvm::sort(sortedArgs);
    ArrayRef<unsigned> sortedResults = results.getArrayRef();
    bool paired =
        sortedResults.size() == sortedArgs.size() &&
        llvm::all_of(llvm::zip(sortedResults, sortedArgs), [&](auto pair) {
          return llvm::any_of(component, [&](const Candidate &c) {
            return std::tie(c.result, c.arg) == pair;
          });
        });
    if (!paired)
      return reportTie(sortedResults, sortedArgs);
    for (auto [result, arg] : llvm::zip(sortedResults, sortedArgs))
      take(arg, result, PairingRule::Order, component.front().distance);
  }
  return success();
}

bool StateMatcher::isComputedFrom(unsigned result, unsigned arg) {
  llvm::DenseSet<Operation *> slice;
  addBackwardSlice(terminator->getOperand(result), func.front(), slice);
  return isReadBy(func.getArgument(arg), func.front(), slice);
}

bool StateMatcher::isReadByForward(unsigned arg, const Loss &loss) {
  return loss.isReadByForward(func.getArgument(arg));
}

bool StateMatcher::isReadForStatesOnly(unsigned arg, const Loss &loss) {
  return loss.result && !func.getArgument(arg).use_empty() &&
         !isReadByForward(arg, loss);
}

InFlightDiagnostic StateMatcher::reportTie(ArrayRef<unsigned> results,
                                           ArrayRef<unsigned> args) {
  InFlightDiagnostic diag = terminator->emitError();
  diag << (results.size() == 1 ? "result " : "results ");
  llvm::interleave(
      results, [&](unsigned i) { diag << "#" << i; }, [&] { diag << " and "; });
  diag << " may overwrite ";
  llvm::interleave(
      args, [&](unsigned i) { diag << "'" << getArgumentName(func, i) << "'"; },
      [&] { diag << " or "; });
  diag << "; add {fp8.updates = \"" << getArgumentName(func, args.front())
       << "\"} to "
       << (results.size() == 1 ? "the result" : "the result that does");
  diag.attachNote(
      terminator->getOperand(results.front()).getDefiningOp()->getLoc())
      << "result #" << results.front() << " is computed here";
  diag.attachNote() << kHowToPair;
  return diag;
}
