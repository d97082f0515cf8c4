//===- Loss.h - the loss and what it depends on ---------------------------===//
#ifndef FP8_ANALYSIS_LOSS_H
#define FP8_ANALYSIS_LOSS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace mlir::fp8 {

/// Adds to `slice` the ops of the block of `roots` that some root depends on,
/// regions included. Ops that are there already are not visited again.
void addBackwardSlice(ArrayRef<Value> roots, Block &block,
                      llvm::DenseSet<Operation *> &slice);

/// The loss of a training step.
struct Loss {
  /// Its result number, or nothing.
  std::optional<unsigned> result;
  /// The ops it depends on: the forward, plus what computes the loss from it.
  llvm::DenseSet<Operation *> forward;
};

/// Finds the loss of `func`: `requested`, else the result called "loss", else a
/// float result of one element that contractions lead to, by floats and not by
/// comparisons alone, as to an accuracy. Of several, one wins that no attribute
/// calls the new value of an argument. Then the one that depends on the fewest
/// contractions: norms of gradients depend on the backward too. Then one that
/// does not look like the new value of an argument, as a bias of one element
/// is, then the one that depends on the fewest ops. Where no result is the
/// loss, the forward is what the first contraction of each argument depends on.
Loss findLoss(func::FuncOp func, std::optional<unsigned> requested = {});

/// The loss that the option `loss` of a pass names, or that is found if it is
/// negative. Emits an error where it names no float of one element.
FailureOr<Loss> resolveLoss(func::FuncOp func, int64_t loss);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_LOSS_H
