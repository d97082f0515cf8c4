//===- StatePairing.cpp - which result overwrites which argument ----------===//

#include "fp8/Analysis/StatePairing.h"

#include "StateKinds.h"
#include "fp8/Analysis/ElementwiseCone.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

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
  }
  llvm_unreachable("unknown rule");
}

namespace {

/// An argument of the type of a result, in the result's cone.
struct Candidate {
  unsigned result, arg, distance;
  unsigned votes = 0; // candidates with the same displacement

  int64_t getDisplacement() const { return int64_t(result) - int64_t(arg); }
};

/// Collects candidates and takes them, the best rule first.
class Matcher {
public:
  explicit Matcher(func::FuncOp func)
      : func(func), terminator(func.front().getTerminator()) {}

  LogicalResult takeAttributes();
  void takeUnchanged();
  LogicalResult takeComputed(const Loss &loss);

  SmallVector<StatePair> pairs;
  llvm::DenseMap<unsigned, ElementwiseCone> cones;

private:
  LogicalResult takeDeclared(unsigned arg, unsigned result, PairingRule rule);
  void collectCandidates(const Loss &loss);
  LogicalResult takeDistance(MutableArrayRef<Candidate> candidates);
  LogicalResult takeTied(ArrayRef<Candidate> tied);
  InFlightDiagnostic reportTie(ArrayRef<unsigned> results,
                               ArrayRef<unsigned> args);
  PairingRule getDecidingRule(const Candidate &candidate) const;
  void take(unsigned arg, unsigned result, PairingRule rule,
            unsigned distance = 0);
  bool isFree(const Candidate &c) const {
    return !takenArgs.contains(c.arg) && !takenResults.contains(c.result);
  }

  /// How many candidates touch a result or an argument.
  struct Degrees {
    llvm::DenseMap<unsigned, unsigned> results, args;
    void add(const Candidate &c) { ++results[c.result], ++args[c.arg]; }
    bool isAlone(const Candidate &c) const {
      return results.lookup(c.result) == 1 && args.lookup(c.arg) == 1;
    }
  };

  func::FuncOp func;
  Operation *terminator;
  SmallVector<Candidate> candidates;
  Degrees allDegrees, distanceDegrees;
  llvm::DenseSet<unsigned> takenArgs, takenResults;
};

} // namespace

void Matcher::take(unsigned arg, unsigned result, PairingRule rule,
                   unsigned distance) {
  takenArgs.insert(arg);
  takenResults.insert(result);
  pairs.push_back({arg, result, rule, distance, std::nullopt});
}

LogicalResult Matcher::takeDeclared(unsigned arg, unsigned result,
                                    PairingRule rule) {
  Type argType = func.getArgument(arg).getType();
  Type resultType = terminator->getOperand(result).getType();
  if (argType != resultType)
    return terminator->emitError()
           << "expected result #" << result << " to have the type of '"
           << getArgumentName(func, arg) << "', which it overwrites by "
           << describe(rule) << ", but got " << resultType << " and "
           << argType;
  if (takenArgs.contains(arg) || takenResults.contains(result))
    return terminator->emitError()
           << "expected one result for each argument, but " << describe(rule)
           << " of result #" << result << " and '" << getArgumentName(func, arg)
           << "' names one a second time";
  take(arg, result, rule);
  return success();
}

LogicalResult Matcher::takeAttributes() {
  llvm::StringMap<unsigned> argByName;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    argByName.try_emplace(getArgumentName(func, i), i);
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i) {
    auto name =
        func.getResultAttrOfType<StringAttr>(i, FP8Dialect::kUpdatesAttrName);
    if (!name)
      continue;
    auto it = argByName.find(name.getValue());
    if (it == argByName.end())
      return terminator->emitError()
             << "expected fp8.updates of result #" << i
             << " to name an argument, but got '" << name.getValue() << "'";
    if (failed(takeDeclared(it->second, i, PairingRule::UpdatesAttribute)))
      return failure();
  }
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i) {
    auto alias = func.getArgAttrOfType<IntegerAttr>(i, "tf.aliasing_output");
    if (!alias || takenArgs.contains(i))
      continue;
    if (alias.getInt() < 0 || alias.getInt() >= func.getNumResults())
      return terminator->emitError()
             << "expected tf.aliasing_output of '" << getArgumentName(func, i)
             << "' to be a result number, but got " << alias.getInt();
    if (failed(takeDeclared(i, alias.getInt(), PairingRule::AliasingAttribute)))
      return failure();
  }
  return success();
}

void Matcher::takeUnchanged() {
  for (auto [i, value] : llvm::enumerate(terminator->getOperands()))
    if (auto arg = dyn_cast<BlockArgument>(value))
      if (isFree({unsigned(i), arg.getArgNumber(), 0}))
        take(arg.getArgNumber(), i, PairingRule::Unchanged);
}

void Matcher::collectCandidates(const Loss &loss) {
  llvm::DenseMap<int64_t, unsigned> votes;
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    if (isa<BlockArgument>(value) || loss.result == i)
      continue;
    const ElementwiseCone &cone = cones[i] = collectCone(value);
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

PairingRule Matcher::getDecidingRule(const Candidate &candidate) const {
  if (allDegrees.isAlone(candidate))
    return PairingRule::OnlyCandidate;
  return distanceDegrees.isAlone(candidate) ? PairingRule::FewestOperations
                                            : PairingRule::Displacement;
}

LogicalResult Matcher::takeComputed(const Loss &loss) {
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
LogicalResult Matcher::takeDistance(MutableArrayRef<Candidate> candidates) {
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
LogicalResult Matcher::takeTied(ArrayRef<Candidate> tied) {
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

InFlightDiagnostic Matcher::reportTie(ArrayRef<unsigned> results,
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
  return diag;
}

FailureOr<StatePairing> StatePairing::compute(func::FuncOp func,
                                              const Loss &loss) {
  Matcher matcher(func);
  if (failed(matcher.takeAttributes()))
    return failure();
  matcher.takeUnchanged();
  if (failed(matcher.takeComputed(loss)))
    return failure();
  StatePairing pairing(func);
  pairing.loss = loss.result;
  pairing.pairs = std::move(matcher.pairs);
  llvm::sort(pairing.pairs, [](const StatePair &a, const StatePair &b) {
    return a.arg < b.arg;
  });
  classifyStates(func, loss, matcher.cones, pairing.pairs);
  pairing.findSuspects();
  return pairing;
}

const StatePair *StatePairing::getPairOfArgument(unsigned arg) const {
  auto it =
      llvm::lower_bound(pairs, arg, [](const StatePair &pair, unsigned n) {
        return pair.arg < n;
      });
  return it != pairs.end() && it->arg == arg ? &*it : nullptr;
}

const StatePair *StatePairing::getPairOfResult(unsigned result) const {
  auto it = pairOfResult.find(result);
  return it == pairOfResult.end() ? nullptr : &pairs[it->second];
}

/// Unpaired results and unread arguments of one type, each argument once.
void StatePairing::findSuspects() {
  for (auto [i, pair] : llvm::enumerate(pairs))
    pairOfResult[pair.result] = i;
  llvm::DenseMap<Type, unsigned> unread;
  for (BlockArgument arg : func.getArguments())
    if (arg.use_empty() && !getPairOfArgument(arg.getArgNumber()))
      ++unread[arg.getType()];
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i) {
    unsigned &left = unread[func.getResultTypes()[i]];
    if (left == 0 || getPairOfResult(i) || loss == i)
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
         << (loss == i ? " is the loss\n" : " overwrites nothing\n");
}
