//===- StateMatcher.h - pairs results with arguments ----------------------===//
#ifndef FP8_LIB_ANALYSIS_STATEMATCHER_H
#define FP8_LIB_ANALYSIS_STATEMATCHER_H

#include "fp8/Analysis/ElementwiseCone.h"
#include "fp8/Analysis/StatePairing.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::fp8 {

/// A result and an argument of the same type in its cone, which may be a pair.
struct Candidate {
  unsigned result, arg, distance;
  unsigned votes = 0; // candidates with the same displacement

  int64_t getDisplacement() const { return int64_t(result) - int64_t(arg); }
};

/// Returns true if a random key may have this type: integers, but few.
bool mayBeKey(Type type);

/// Pairs arguments with their new values. Applies one rule after another,
/// starting with the most reliable rule.
class StateMatcher {
public:
  explicit StateMatcher(func::FuncOp func)
      : func(func), terminator(func.front().getTerminator()) {}

  void takeUpdates();
  LogicalResult takeAliases(const Loss &loss);
  void leaveNamed();
  void takeUnchanged(const Loss &loss);
  LogicalResult takeComputed(const Loss &loss);
  void swapExtrapolated(const Loss &loss);
  void takePlaces(const Loss &loss);
  void takeCopies(const Loss &loss);
  void takeIntegers(const Loss &loss);

  SmallVector<StatePair> pairs;
  llvm::DenseMap<unsigned, ElementwiseCone> cones;

private:
  /// The arguments and results of one type that `tf.aliasing_output` pairs.
  struct Aliases {
    llvm::MapVector<unsigned, unsigned> resultOf; // by argument
    llvm::DenseMap<unsigned, unsigned> argOf;     // by result
  };
  FailureOr<llvm::MapVector<Type, Aliases>> collectAliases();
  bool sayWhatUpdates(const Aliases &aliases, Type type, const Loss &loss);
  const ElementwiseCone &getCone(unsigned result);
  std::optional<unsigned> findClosest(unsigned result);
  std::optional<unsigned> findPrevious(unsigned result, unsigned arg,
                                       const Loss &loss);
  void collectCandidates(const Loss &loss);
  bool isComputedFrom(unsigned result, unsigned arg);
  bool isStepNumber(unsigned arg);
  bool isComputedFromAlone(unsigned result, unsigned arg);
  bool isReadByForward(unsigned arg, const Loss &loss);
  bool isReadForStatesOnly(unsigned arg, const Loss &loss);
  StringRef getTree(unsigned result);
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

  /// For each result and argument, the number of candidates with it.
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
  llvm::DenseSet<Type> sharedTypes; // types whose aliases only identify states
  bool areAttributed = false;       // attributes declare the states
};

} // namespace mlir::fp8

#endif // FP8_LIB_ANALYSIS_STATEMATCHER_H
