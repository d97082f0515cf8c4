//===- StatePairing.h - results that overwrite arguments --------*- C++ -*-===//
#ifndef FP8_ANALYSIS_STATEPAIRING_H
#define FP8_ANALYSIS_STATEPAIRING_H

#include "fp8/Analysis/Loss.h"
#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// The end of a diagnostic, which says how to declare pairs.
inline constexpr StringLiteral kHowToPair =
    "fp8.updates on a result is the fp8.name of an argument, or arg<N>; "
    "updates= of fp8.jax.capture and --updates of fp8.import_stablehlo write "
    "it";

/// The rule that decided a pair, in the order of application.
enum class PairingRule {
  UpdatesAttribute,  // `fp8.updates` of the result
  AliasingAttribute, // `tf.aliasing_output` of the argument
  Unchanged,         // the result is the argument
  OnlyCandidate,     // nothing else fits either side
  FewestOperations,  // the shortest elementwise path
  Displacement,      // result number - argument number that most pairs share
  Order,             // as many results as arguments are left: taken in order
  Place,             // among the results that overwrite states, and computed
                     // from the argument that is among these
  Copy,              // the cast of a result that overwrites a state
  Extrapolation      // extrapolated from the old value of the other state
};

/// An argument and the result that overwrites it.
struct StatePair {
  unsigned arg;
  unsigned result;
  PairingRule rule;
  /// Number of elementwise ops on the shortest path from the argument to the
  /// result; 0 if the rule does not use it.
  unsigned distance = 0;
  /// The kind of the state, if it is known.
  std::optional<StateKind> kind;
};

/// Pairs the states of a training step with their new values. A state is an
/// argument, and its new value is a result that overwrites it. Such a result
///
/// - has the type of the argument and is computed from it elementwise, as in
///   `param' = param - ...`; or
/// - is between results that overwrite such states, at the position that
///   corresponds to the argument, such as the vector of a power iteration; or
/// - is a copy of such a result in another type.
class StatePairing {
public:
  /// Pairs the results of `func` with its arguments. If no rule decides between
  /// several pairs, emits an error with the attribute to add.
  static FailureOr<StatePairing> compute(func::FuncOp func, const Loss &loss);

  /// Returns the pairs, sorted by argument.
  ArrayRef<StatePair> getPairs() const { return pairs; }
  const StatePair *getPairOfArgument(unsigned arg) const;
  const StatePair *getPairOfResult(unsigned result) const;

  /// Returns the results that overwrite nothing although an argument of their
  /// type is never read. This suggests that the capture confused two tensors.
  ArrayRef<unsigned> getSuspectResults() const { return suspects; }

  /// Returns a description of the pair, such as "result #1 overwrites 'w'
  /// (param): fewest operations".
  std::string describe(const StatePair &pair) const;

  /// Prints one line per pair with the rule that decided it, then the results
  /// that overwrite nothing.
  void print(raw_ostream &os) const;

private:
  explicit StatePairing(func::FuncOp func) : func(func) {}
  void findSuspects();

  func::FuncOp func;
  SmallVector<unsigned, 1> losses;
  SmallVector<StatePair> pairs;
  llvm::DenseMap<unsigned, unsigned> pairOfResult;
  SmallVector<unsigned> suspects;
};

/// The losses of a step and its states, which are paired with the losses
/// excluded.
struct PairedStep {
  Loss loss;
  StatePairing pairing;
};

/// Resolves the losses, which the option `loss` of --fp8-annotate-states may
/// name, and pairs the states. Emits an error on failure.
FailureOr<PairedStep> pairStates(func::FuncOp func, StringRef loss = "");

/// Returns, for each result of `func`, the number of the argument that its
/// attribute `fp8.updates` names, or std::nullopt.
SmallVector<std::optional<unsigned>> getUpdatedArguments(func::FuncOp func);

/// Returns true if a result of `func` is a state: the new value of a state, or
/// a state that the function creates, as in @pack.
bool isStateResult(func::FuncOp func, unsigned result);

/// Returns the description of `rule`.
StringRef describe(PairingRule rule);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_STATEPAIRING_H
