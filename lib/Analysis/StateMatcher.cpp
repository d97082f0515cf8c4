//===- StateMatcher.cpp - pairs results with arguments --------------------===//

#include "StateMatcher.h"

#include "fp8/Analysis/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::fp8;

void StateMatcher::take(unsigned arg, unsigned result, PairingRule rule,
                        unsigned distance) {
  takenArgs.insert(arg);
  takenResults.insert(result);
  // However it is said: nothing steps what is returned as it was.
  if (terminator->getOperand(result) == func.getArgument(arg))
    rule = PairingRule::Unchanged;
  pairs.push_back({arg, result, rule, distance, std::nullopt});
}

/// The dialect has verified that the argument is there.
SmallVector<std::optional<unsigned>>
mlir::fp8::getUpdatedArguments(func::FuncOp func) {
  llvm::StringMap<unsigned> argByName;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    argByName.try_emplace(getArgumentName(func, i), i);
  SmallVector<std::optional<unsigned>> updated(func.getNumResults());
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
    if (auto name = func.getResultAttrOfType<StringAttr>(
            i, FP8Dialect::kUpdatesAttrName))
      updated[i] = argByName.lookup(name);
  return updated;
}

void StateMatcher::takeUpdates() {
  for (auto [result, arg] : llvm::enumerate(getUpdatedArguments(func)))
    if (arg)
      take(*arg, result, PairingRule::UpdatesAttribute);
}

/// What the attributes say, by type, after a check that they may.
FailureOr<llvm::MapVector<Type, StateMatcher::Aliases>>
StateMatcher::collectAliases() {
  llvm::MapVector<Type, Aliases> aliasesOf;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i) {
    auto alias = func.getArgAttrOfType<IntegerAttr>(i, "tf.aliasing_output");
    if (!alias || takenArgs.contains(i))
      continue;
    std::string name = getArgumentName(func, i);
    int64_t result = alias.getInt();
    if (result < 0 || result >= func.getNumResults())
      return terminator->emitError()
             << "expected tf.aliasing_output of '" << name
             << "' to be a result number, but got " << result;
    Type argType = func.getArgument(i).getType();
    Type resultType = terminator->getOperand(result).getType();
    if (argType != resultType)
      return terminator->emitError()
             << "expected result #" << result << " to have the type of '"
             << name << "', which it overwrites by tf.aliasing_output, but got "
             << resultType << " and " << argType;
    Aliases &aliases = aliasesOf[argType];
    if (takenResults.contains(result) ||
        !aliases.argOf.try_emplace(result, i).second)
      return terminator->emitError()
             << "expected result #" << result
             << " to overwrite one argument, but by tf.aliasing_output '"
             << name << "' is another";
    aliases.resultOf[i] = result;
  }
  return aliasesOf;
}

const ElementwiseCone &StateMatcher::getCone(unsigned result) {
  auto [it, isNew] = cones.try_emplace(result);
  if (isNew)
    it->second = collectCone(terminator->getOperand(result));
  return it->second;
}

/// Whether a result is the new value of the argument that it shares memory
/// with. JAX gives a donated argument to the next result of its type, whatever
/// that is: the loss before a temperature, or moments that are returned before
/// parameters. So it says what is a state, but not of whom, if the loss is
/// among the results, or if an argument and a result are closer to each other
/// than either is to its partner.
bool StateMatcher::sayWhatUpdates(const Aliases &aliases, Type type,
                                  const Loss &loss) {
  if (loss.result && aliases.argOf.contains(*loss.result))
    return false;
  constexpr unsigned kFar = ~0u;
  auto getDistance = [&](unsigned arg, unsigned result) {
    Value value = terminator->getOperand(result);
    if (value == func.getArgument(arg))
      return 0u;
    if (isa<BlockArgument>(value))
      return kFar;
    for (auto [other, distance] : getCone(result).args)
      if (other.getArgNumber() == arg)
        return distance;
    return kFar;
  };
  for (auto [result, value] : llvm::enumerate(terminator->getOperands())) {
    if (value.getType() != type || isa<BlockArgument>(value) ||
        takenResults.contains(result) || loss.result == result)
      continue;
    auto partner = aliases.argOf.find(result);
    unsigned own = partner == aliases.argOf.end()
                       ? kFar
                       : getDistance(partner->second, result);
    // A copy: other cones are collected meanwhile.
    auto args = getCone(result).args;
    for (auto [arg, distance] : args) {
      auto *alias = aliases.resultOf.find(arg.getArgNumber());
      if (alias != aliases.resultOf.end() && alias->second != result &&
          distance < own &&
          distance < getDistance(arg.getArgNumber(), alias->second))
        return false;
    }
  }
  return true;
}

LogicalResult StateMatcher::takeAliases(const Loss &loss) {
  FailureOr<llvm::MapVector<Type, Aliases>> aliasesOf = collectAliases();
  if (failed(aliasesOf))
    return failure();
  for (const auto &[type, aliases] : *aliasesOf) {
    if (sayWhatUpdates(aliases, type, loss)) {
      for (auto [arg, result] : aliases.resultOf)
        take(arg, result, PairingRule::AliasingAttribute);
      continue;
    }
    sharedTypes.insert(type);
    for (auto [i, argType] : llvm::enumerate(func.getArgumentTypes()))
      if (argType == type && !aliases.resultOf.contains(i))
        takenArgs.insert(i);
  }
  return success();
}

/// Where some results say what they overwrite, a result with a name of its own
/// that does not overwrites nothing: whoever named it said all there is. A
/// graph without names may have one attribute that decides a tie.
void StateMatcher::leaveNamed() {
  areAttributed = !pairs.empty();
  if (!areAttributed)
    return;
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
    if (func.getResultAttr(i, FP8Dialect::kNameAttrName) &&
        !sharedTypes.contains(func.getResultTypes()[i]))
      takenResults.insert(i);
}

/// The argument that `result` is closer to than to all others of its type.
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

/// The state that keeps the old value of `arg`, the iterate before the last,
/// which `result` then is: where another result steps `arg`, what that reads
/// too, no result is closest to, and the loss does not read.
std::optional<unsigned>
StateMatcher::findPrevious(unsigned result, unsigned arg, const Loss &loss) {
  llvm::DenseSet<unsigned> closest, read;
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    if (value.getType() != terminator->getOperand(result).getType() ||
        isa<BlockArgument>(value) || takenResults.contains(i) ||
        loss.result == i)
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
    if (isa<BlockArgument>(value) || loss.result == i)
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

/// Takes candidates of one distance, by the votes of their displacement.
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

/// Takes candidates that nothing but their order tells apart: results and
/// arguments that hang together pair in order, if they are equal in number.
LogicalResult StateMatcher::takeTied(ArrayRef<Candidate> tied) {
  // Nodes are results, then arguments.
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
  return llvm::any_of(func.getArgument(arg).getUsers(), [&](Operation *user) {
    return slice.contains(func.front().findAncestorOpInBlock(*user));
  });
}

bool StateMatcher::isReadByForward(unsigned arg, const Loss &loss) {
  return llvm::any_of(func.getArgument(arg).getUsers(), [&](Operation *user) {
    return loss.forward.contains(func.front().findAncestorOpInBlock(*user));
  });
}

bool StateMatcher::isReadForStatesOnly(unsigned arg, const Loss &loss) {
  return loss.result && !func.getArgument(arg).use_empty() &&
         !isReadByForward(arg, loss);
}

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
    if (isAmong && loss.result != i && arg >= 0 &&
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
    if (!takenResults.contains(i) && loss.result != i &&
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
