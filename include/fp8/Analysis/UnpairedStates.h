//===- UnpairedStates.h - states that a step may have lost ------*- C++ -*-===//
#ifndef FP8_ANALYSIS_UNPAIREDSTATES_H
#define FP8_ANALYSIS_UNPAIREDSTATES_H

#include "fp8/Analysis/StatePairing.h"

namespace mlir::fp8 {

/// An argument that looks like a state but that no result overwrites, and the
/// result that may be its new value.
struct UnpairedState {
  unsigned arg, result;
  bool isComputed; // the result is computed from the argument
  bool isTrained;  // the loss reads the argument, and the result its gradient
  unsigned votes = 0; // candidates and pairs with the same displacement

  int64_t getDisplacement() const { return int64_t(result) - int64_t(arg); }
};

/// Finds unpaired arguments of `func` that look like states, sorted by
/// argument. For each, there is a result of its type that overwrites nothing,
/// and one of these conditions holds:
///
/// - The result is computed from the argument. Integers, such as random keys,
///   must be computed from integers only. Floats that the loss depends on, such
///   as the state of a recurrent network, must be computed without the backward
///   pass. Single floats must be computed elementwise.
/// - The result is a new weight: it depends on the backward pass and, outside
///   it, on the argument or on a new state. A gradient does not, so a step that
///   only returns gradients has no such result.
/// - Only states depend on the argument, such as a gradient of the previous
///   step, and there are equally many such arguments and results of the type.
SmallVector<UnpairedState> findUnpairedStates(func::FuncOp func,
                                              const PairedStep &step);

/// Returns true if an attribute declares the pair, or if its argument and result
/// have the same name.
bool isDeclared(func::FuncOp func, const StatePair &pair);

/// Finds states whose new value may be a logged value instead: it is derived
/// from the old value, like the learning rate of a schedule or the residuals of
/// labels. Only elementwise ops decided these pairs, no attribute and no name.
SmallVector<StatePair> findDerivedStates(func::FuncOp func,
                                         const PairedStep &step);

/// Two states of the same type that the step may have swapped. One is returned
/// unchanged and the other changes, and their results are in the opposite order
/// of their arguments.
struct SwappedStates {
  StatePair unchanged, stepped;
};

/// Finds possibly swapped states among the pairs that no attribute declares.
/// Each state occurs at most once.
SmallVector<SwappedStates> findSwappedStates(func::FuncOp func,
                                             const StatePairing &pairing);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_UNPAIREDSTATES_H
