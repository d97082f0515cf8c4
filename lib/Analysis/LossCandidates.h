//===- LossCandidates.h - search for the loss -------------------*- C++ -*-===//
#ifndef FP8_LIB_ANALYSIS_LOSSCANDIDATES_H
#define FP8_LIB_ANALYSIS_LOSSCANDIDATES_H

#include "SteppedValues.h"

namespace mlir::fp8 {

/// The outcome of a search for a loss that is not declared.
struct LossSearch {
  /// The loss, or none.
  std::optional<unsigned> found;
  /// The results that compete, if none contains the others.
  SmallVector<unsigned> competing;
};

/// Returns true if `type` is one float, as a loss must be.
bool isOneFloat(Type type);

/// Searches for the loss of `func`. A candidate is a float result of one
/// element that
///
/// - depends on contractions through floats, not only through comparisons like
///   an accuracy,
/// - depends on contractions that a part of the step trains with,
/// - is neither a new value of an argument nor a measure of gradients, and
/// - depends on all contractions that any other candidate depends on.
///
/// If several candidates depend on the same contractions, a candidate that
/// combines another one with more values wins, such as a sum of losses. Among
/// the rest, the candidate that depends on the fewest ops wins.
LossSearch searchLoss(func::FuncOp func, const StepProducts &products,
                      const SteppedValues &stepped);

} // namespace mlir::fp8

#endif // FP8_LIB_ANALYSIS_LOSSCANDIDATES_H
