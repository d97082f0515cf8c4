//===- LossCandidates.h - which results may be the loss ---------*- C++ -*-===//
#ifndef FP8_LIB_ANALYSIS_LOSSCANDIDATES_H
#define FP8_LIB_ANALYSIS_LOSSCANDIDATES_H

#include "SteppedValues.h"

namespace mlir::fp8 {

/// The outcome of a search for the loss of a step that nobody has named.
struct LossSearch {
  /// The loss, or nothing.
  std::optional<unsigned> found;
  /// The results that compete where none contains the others.
  SmallVector<unsigned> competing;
};

/// Whether a value of `type` can be a loss: one float.
bool isOneFloat(Type type);

/// Looks for the loss of `func`: a float result of one element that products
/// lead to, by floats and not by comparisons alone, as to an accuracy; a part
/// of the step trains with those products. It is no new value of an argument
/// and no measure of gradients, and contains the others: all products that lead
/// to another lead to it. Of several that the same products lead to, one that
/// is computed from another and from more than that wins, as a sum of losses
/// does, then the one that depends on the fewest ops.
LossSearch searchLoss(func::FuncOp func, const StepProducts &products,
                      const SteppedValues &stepped);

} // namespace mlir::fp8

#endif // FP8_LIB_ANALYSIS_LOSSCANDIDATES_H
