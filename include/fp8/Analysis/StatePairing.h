//===- StatePairing.h - results that overwrite arguments --------*- C++ -*-===//
#ifndef FP8_ANALYSIS_STATEPAIRING_H
#define FP8_ANALYSIS_STATEPAIRING_H

#include "fp8/Analysis/Loss.h"
#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// The end of a diagnostic that explains how to declare pairs.
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
  Copy               // the cast of a result that overwrites a state
};

/// An argument and the result that overwrites it.
struct StatePair {
  unsigned arg;
  unsigned result;
  PairingRule rule;
  /// Number of elementwise ops on the shortest path from the argument to the
  /// result.
  unsigned distance = 0;
  /// The kind of the state, if it is known.
  std::optional<StateKind> kind;
};

/// The states of a training step. A state is an argument that a result
/// overwrites. The result
///
/// - has its type and is computed from it elementwise: `param' = param - ...`;
///   or
/// - is between such states, as the vector of a power iteration is; or
/// - is a copy of such a state in another type.
class StatePairing {
public:
  /// Pairs the results of `func` with its arguments. If no rule decides a pair,
  /// emits an error that prints the attribute to add.
  static FailureOr<StatePairing> compute(func::FuncOp func, const Loss &loss);

  /// Returns the pairs, sorted by argument.
  ArrayRef<StatePair> getPairs() const { return pairs; }
  const StatePair *getPairOfArgument(unsigned arg) const;
  const StatePair *getPairOfResult(unsigned result) const;

  /// Returns results that overwrite nothing although an argument of their type
  /// is never read: a sign that the capture confused two tensors.
  ArrayRef<unsigned> getSuspectResults() const { return suspects; }

  /// Returns a description such as "result #1 overwrites 'w' (param): fewest
  /// operations".
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

/// The loss of a step and the states that are paired around it.
struct PairedStep {
  Loss loss;
  StatePairing pairing;
};

/// Resolves the losses, which the option `loss` of --fp8-annotate-states may
/// name, then pairs the states. Emits an error on failure.
FailureOr<PairedStep> pairStates(func::FuncOp func, StringRef loss = "");

/// Returns, per result of `func`, the argument that its `fp8.updates` names.
SmallVector<std::optional<unsigned>> getUpdatedArguments(func::FuncOp func);

/// Returns true if a result of `func` is the new value of a state, or a state
/// created from other values, as in @pack.
bool isStateResult(func::FuncOp func, unsigned result);

/// Returns the description of `rule`.
StringRef describe(PairingRule rule);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_STATEPAIRING_H
