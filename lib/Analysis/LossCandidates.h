//===- LossCandidates.h - search for the loss -------------------*- C++ -*-===//
#ifndef FP8_LIB_ANALYSIS_LOSSCANDIDATES_H
#define FP8_LIB_ANALYSIS_LOSSCANDIDATES_H

#include "SteppedValues.h"

namespace mlir::fp8 {

/// The result of a search for a loss that is not declared.
struct LossSearch {
  /// The result number of the loss, or std::nullopt.
  std::optional<unsigned> found;
  /// Other results that may be the loss, if one is found.
  SmallVector<unsigned> others;
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
/// on. If several candidates do, these rules drop candidates:
///
/// - A candidate must read all tensors that the gradients and another candidate
///   read, such as the labels.
/// - A term of a sum is no loss if the sum is a candidate.
/// - A function of another candidate is no loss, such as a perplexity.
///
/// Among the remaining candidates, the loss shares the most ops with the
/// backward pass and depends on the fewest other ops. Preferably, it is not
/// computed from another candidate, except as a sum.
LossSearch searchLoss(func::FuncOp func, const StepProducts &products,
                      const SteppedValues &stepped);

} // namespace mlir::fp8

#endif // FP8_LIB_ANALYSIS_LOSSCANDIDATES_H
