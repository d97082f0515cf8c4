//===- StatePairing.h - which result overwrites which argument ------------===//
#ifndef FP8_ANALYSIS_STATEPAIRING_H
#define FP8_ANALYSIS_STATEPAIRING_H

#include "fp8/Analysis/Loss.h"
#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// How a user says which result overwrites which argument.
inline constexpr StringLiteral kHowToPair =
    "fp8.updates on a result is the fp8.name of an argument, or arg<N>; "
    "updates= of fp8.jax.capture and --updates of fp8.import_stablehlo write "
    "it";

/// What decided a pair, in the order in which the rules apply.
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

/// One argument that a result overwrites.
struct StatePair {
  unsigned arg;
  unsigned result;
  PairingRule rule;
  /// Elementwise ops on the shortest path from the argument to the result.
  unsigned distance = 0;
  /// What the state is, where the graph tells.
  std::optional<StateKind> kind;
};

/// The states of a training step. A state is an argument that a result of its
/// type overwrites and is computed from elementwise: `param' = param - ...`; or
/// one between such states, as the vector of a power iteration is; or a copy of
/// such a state in another type.
class StatePairing {
public:
  /// Pairs the results of `func` with its arguments. Where nothing decides,
  /// emits an error that prints the attribute to add.
  static FailureOr<StatePairing> compute(func::FuncOp func, const Loss &loss);

  /// Sorted by argument.
  ArrayRef<StatePair> getPairs() const { return pairs; }
  const StatePair *getPairOfArgument(unsigned arg) const;
  const StatePair *getPairOfResult(unsigned result) const;

  /// Results that overwrite nothing although an argument of their type is
  /// never read: a sign that the capture confused two tensors.
  ArrayRef<unsigned> getSuspectResults() const { return suspects; }

  /// "result #1 overwrites 'w' (param): fewest operations"
  std::string describe(const StatePair &pair) const;

  /// One line per pair with the rule that decided it, then the results that
  /// overwrite nothing.
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

/// The loss of a step, and the states that are paired around it.
struct PairedStep {
  Loss loss;
  StatePairing pairing;
};

/// Finds the losses that the option `loss` of a pass names, then pairs. Emits
/// an error where either fails.
FailureOr<PairedStep> pairStates(func::FuncOp func, StringRef loss);

/// Per result of `func`, the argument that its `fp8.updates` names.
SmallVector<std::optional<unsigned>> getUpdatedArguments(func::FuncOp func);

/// The text that explains `rule`.
StringRef describe(PairingRule rule);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_STATEPAIRING_H
