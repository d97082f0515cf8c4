//===- UnpairedStates.h - states that a step may have lost ------*- C++ -*-===//
#ifndef FP8_ANALYSIS_UNPAIREDSTATES_H
#define FP8_ANALYSIS_UNPAIREDSTATES_H

#include "fp8/Analysis/StatePairing.h"

namespace mlir::fp8 {

/// An argument that looks like a state, although no result overwrites it, and
/// the result that may be its new value.
struct UnpairedState {
  unsigned arg, result;
  bool isComputed;    // the result is computed from the argument
  unsigned votes = 0; // candidates and pairs with the same displacement

  int64_t getDisplacement() const { return int64_t(result) - int64_t(arg); }
};

/// Finds arguments that look like states of `func` and are in no pair, sorted
/// by argument. Each has the type of a result that overwrites nothing, and
///
/// - the result is computed from it: of integers, as a key of a generator, by
///   integers alone; of floats that the loss depends on, as the state of a
///   recurrent net, without the backward; of one float, elementwise;
/// - or the states alone read it, as the gradient of the step before, and there
///   are as many such arguments of the type as results.
SmallVector<UnpairedState> findUnpairedStates(func::FuncOp func,
                                              const PairedStep &step);

/// Two states of one type that may have changed places: one is returned as it
/// was, the other is stepped, and the results are in the opposite order of the
/// arguments.
struct SwappedStates {
  StatePair unchanged, stepped;
};

/// Finds them among the pairs that no attribute tells, each state once.
SmallVector<SwappedStates> findSwappedStates(func::FuncOp func,
                                             const StatePairing &pairing);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_UNPAIREDSTATES_H
