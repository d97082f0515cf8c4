//===- Loss.h - the losses and what they depend on ------------------------===//
#ifndef FP8_ANALYSIS_LOSS_H
#define FP8_ANALYSIS_LOSS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace mlir::fp8 {

/// The end of a diagnostic, which says how to declare the loss.
inline constexpr StringLiteral kHowToNameLoss =
    "--loss of fp8-run, loss= of --fp8-annotate-states or of "
    "--fp8-train-pipeline, names the loss by number or name";

/// Maps a value that replaces an argument in a part of the step to this
/// argument. An example is a parameter between two updates of one step.
using SteppedValues = llvm::DenseMap<Value, BlockArgument>;

/// Adds to `slice` the ops in `block` on which `roots` depend, including ops
/// with regions. Does not continue at ops that are already in `slice`, or at
/// values for which `isEnd` returns true.
void addBackwardSlice(
    ArrayRef<Value> roots, Block &block, llvm::DenseSet<Operation *> &slice,
    function_ref<bool(Value)> isEnd = [](Value) { return false; });

/// Returns true if one of `ops`, which are ops of `block`, or an op nested in
/// it reads `value`.
bool isReadBy(Value value, Block &block,
              const llvm::DenseSet<Operation *> &ops);

/// The losses of a training step.
struct Loss {
  /// The result number of the first loss, or std::nullopt if there is no loss.
  std::optional<unsigned> result;
  /// The result numbers of all losses. For example, a GAN has a loss for each
  /// of its two networks.
  SmallVector<unsigned, 1> results;
  /// Other results that may be the loss, if nothing declares it.
  SmallVector<unsigned, 1> others;
  /// The forward pass and the computation of the losses: the ops that the
  /// losses depend on, except through values of `stepped` and through single
  /// booleans such as "all gradients are finite".
  llvm::DenseSet<Operation *> forward;
  /// The values that replace arguments in a part of the step, if the step
  /// updates parameters several times or SAM moves them.
  SteppedValues stepped;

  bool isLoss(unsigned number) const {
    return llvm::is_contained(results, number);
  }
  /// Returns true if the forward pass reads `arg` or a value that replaces it.
  bool isReadByForward(BlockArgument arg) const;
};

/// Finds the losses of `func`: the results with the attribute `fp8.loss` or the
/// name "loss", or the only result whose name ends in ".loss". If there are
/// none and --fp8-annotate-states has not run, also searches for a result that
/// may be the loss.
Loss findLoss(func::FuncOp func);

/// Returns the losses that the option `loss` of --fp8-annotate-states lists, as
/// numbers or names separated by commas. If the option is empty, returns the
/// losses that `findLoss` finds. Emits an error if the option names a result
/// that is not a single float, or if several results may be the loss.
FailureOr<Loss> resolveLoss(func::FuncOp func, StringRef loss = "");

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_LOSS_H
