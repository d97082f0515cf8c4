//===- UnpairedStates.h - states that a step may have lost ------*- C++ -*-===//
#ifndef FP8_ANALYSIS_UNPAIREDSTATES_H
#define FP8_ANALYSIS_UNPAIREDSTATES_H

#include "fp8/Analysis/StatePairing.h"

namespace mlir::fp8 {

/// An argument that resembles a state although no result overwrites it, and the
/// result that may be its new value.
struct UnpairedState {
  unsigned arg, result;
  bool isComputed;    // the result is computed from the argument
  unsigned votes = 0; // candidates and pairs with the same displacement

  int64_t getDisplacement() const { return int64_t(result) - int64_t(arg); }
};

/// Finds unpaired arguments of `func` that resemble states, sorted by argument.
/// Each has the type of a result that overwrites nothing, and either
///
/// - the result is computed from it: integers, such as random keys, by integers
///   alone; floats that the loss depends on, such as the state of a recurrent
///   network, without the backward pass; single floats elementwise; or
/// - only states read it, as for the gradient of the previous step, and there
///   are equally many such arguments and results of the type.
SmallVector<UnpairedState> findUnpairedStates(func::FuncOp func,
                                              const PairedStep &step);

/// Two states of one type that may be swapped: one is returned unchanged, the
/// other changes, and the results are in the opposite order of the arguments.
struct SwappedStates {
  StatePair unchanged, stepped;
};

/// Finds possibly swapped states among the pairs without attributes. Each state
/// occurs at most once.
SmallVector<SwappedStates> findSwappedStates(func::FuncOp func,
                                             const StatePairing &pairing);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_UNPAIREDSTATES_H
