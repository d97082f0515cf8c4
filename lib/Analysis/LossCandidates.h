//===- LossCandidates.h - search for the loss -------------------*- C++ -*-===//
#ifndef FP8_LIB_ANALYSIS_LOSSCANDIDATES_H
#define FP8_LIB_ANALYSIS_LOSSCANDIDATES_H

#include "SteppedValues.h"

namespace mlir::fp8 {

/// The result of a search for a loss that is not declared.
struct LossSearch {
  /// The result number of the loss, or std::nullopt.
  std::optional<unsigned> found;
  /// The candidates, if none of them depends on all contractions.
  SmallVector<unsigned> competing;
};

/// Returns true if `type` has a single float element, as a loss must.
bool isOneFloat(Type type);

/// Searches for the loss of `func`. A candidate is a float result with one
/// element that
///
/// - depends on contractions through floats, not only through comparisons like
///   an accuracy,
/// - depends on contractions from which the step computes new states, and
/// - is neither a new value of an argument nor a measure of gradients.
///
/// The loss must depend on all contractions that any other candidate depends
/// on. If several candidates do, a candidate that adds other values to another
/// candidate wins, such as a sum of losses. Otherwise, the candidate that
/// depends on the fewest ops wins.
LossSearch searchLoss(func::FuncOp func, const StepProducts &products,
                      const SteppedValues &stepped);

} // namespace mlir::fp8

#endif // FP8_LIB_ANALYSIS_LOSSCANDIDATES_H
