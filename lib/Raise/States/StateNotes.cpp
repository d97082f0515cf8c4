//===- StateNotes.cpp - remarks about doubtful states ---------------------===//

#include "StateNotes.h"

#include "fp8/Analysis/UnpairedStates.h"

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of listed states, because every run prints these remarks at
/// its start.
static constexpr size_t kMaxListed = 8;

static std::string getAttribute(func::FuncOp func, unsigned arg) {
  return "{fp8.updates = \"" + getArgumentName(func, arg) + "\"}";
}

static void noteRest(InFlightDiagnostic &diag, size_t count) {
  if (count > kMaxListed)
    diag.attachNote() << "and " << count - kMaxListed << " more";
  diag.attachNote() << kHowToPair;
}

static void noteUnpaired(func::FuncOp func, const PairedStep &step) {
  SmallVector<UnpairedState> states = findUnpairedStates(func, step);
  if (states.empty())
    return;
  // Training cannot change a weight that no result overwrites.
  bool isTrained = llvm::any_of(
      states, [](const UnpairedState &state) { return state.isTrained; });
  InFlightDiagnostic diag =
      isTrained ? emitWarning(func.getLoc()) : emitRemark(func.getLoc());
  if (states.size() == 1)
    diag
        << "'" << getArgumentName(func, states.front().arg)
        << "' looks like a state, but no result overwrites it: it has the same "
           "value at every step unless the host changes it";
  else
    diag << states.size()
         << " arguments look like states, but no result overwrites them: they "
            "have the same values at every step unless the host changes them";
  for (const UnpairedState &state : ArrayRef(states).take_front(kMaxListed))
    diag.attachNote() << "result #" << state.result << " has the type of '"
                      << getArgumentName(func, state.arg)
                      << (state.isTrained    ? "', depends on its gradient, and"
                          : state.isComputed ? "', is computed from it, and"
                                             : "' and")
                      << " overwrites nothing; if it is the new value, add "
                      << getAttribute(func, state.arg) << " to the result";
  noteRest(diag, states.size());
}

static void noteSwapped(func::FuncOp func, const StatePairing &pairing) {
  SmallVector<SwappedStates> swapped = findSwappedStates(func, pairing);
  if (swapped.empty())
    return;
  InFlightDiagnostic diag = emitRemark(func.getLoc());
  diag << swapped.size()
       << (swapped.size() == 1 ? " pair of states" : " pairs of states")
       << " may be swapped: one state is returned unchanged, the other is "
          "updated, and the order of the results is the opposite of the order "
          "of the arguments";
  for (const SwappedStates &states : ArrayRef(swapped).take_front(kMaxListed)) {
    const auto &[unchanged, stepped] = states;
    diag.attachNote() << "result #" << unchanged.result << " is taken for '"
                      << getArgumentName(func, unchanged.arg)
                      << "', which never changes, and result #"
                      << stepped.result << " for the new '"
                      << getArgumentName(func, stepped.arg)
                      << "'; if the step swaps them, add "
                      << getAttribute(func, stepped.arg) << " to result #"
                      << unchanged.result << " and "
                      << getAttribute(func, unchanged.arg) << " to result #"
                      << stepped.result;
  }
  noteRest(diag, swapped.size());
}

/// Lists states whose new values may be logged values instead.
static void noteDerived(func::FuncOp func, const PairedStep &step) {
  SmallVector<StatePair> states = findDerivedStates(func, step);
  if (states.empty())
    return;
  InFlightDiagnostic diag = emitWarning(func.getLoc());
  if (states.size() == 1)
    diag << "'" << getArgumentName(func, states.front().arg)
         << "' takes a new value in every step that may only be a logged value";
  else
    diag << states.size()
         << " arguments take new values in every step that may only be logged "
            "values";
  for (const StatePair &pair : ArrayRef(states).take_front(kMaxListed))
    diag.attachNote() << "result #" << pair.result << " is computed from '"
                      << getArgumentName(func, pair.arg)
                      << "' and overwrites it; add "
                      << getAttribute(func, pair.arg)
                      << " to the result if it is the new value, else return "
                         "it in another type or not at all";
  noteRest(diag, states.size());
}

/// Lists states that are paired as two sequences, one of which extrapolates.
static void noteExtrapolated(func::FuncOp func, const StatePairing &pairing) {
  SmallVector<StatePair> states;
  for (const StatePair &pair : pairing.getPairs())
    if (pair.rule == PairingRule::Extrapolation)
      states.push_back(pair);
  if (states.empty())
    return;
  InFlightDiagnostic diag = emitRemark(func.getLoc());
  diag << states.size()
       << " states are paired as in a method that extrapolates a weight from "
          "an old value, such as Nesterov's";
  for (const StatePair &pair : ArrayRef(states).take_front(kMaxListed))
    diag.attachNote() << "result #" << pair.result << " is taken for the new '"
                      << getArgumentName(func, pair.arg) << "'";
  noteRest(diag, states.size());
}

void mlir::fp8::noteDoubtfulStates(func::FuncOp func, const PairedStep &step) {
  noteUnpaired(func, step);
  noteSwapped(func, step.pairing);
  noteDerived(func, step);
  noteExtrapolated(func, step.pairing);
}
