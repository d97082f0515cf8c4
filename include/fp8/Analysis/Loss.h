//===- Loss.h - the losses and what they depend on ------------------------===//
#ifndef FP8_ANALYSIS_LOSS_H
#define FP8_ANALYSIS_LOSS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace mlir::fp8 {

/// Maps intermediate values of an argument, such as a parameter between two
/// updates of one step, to the argument.
using SteppedValues = llvm::DenseMap<Value, BlockArgument>;

/// Adds to `slice` the ops of the block of `roots` that a root depends on,
/// including ops with regions. Does not visit ops that are already in `slice`,
/// nor ops that compute `ends`.
void addBackwardSlice(ArrayRef<Value> roots, Block &block,
                      llvm::DenseSet<Operation *> &slice,
                      const SteppedValues &ends = SteppedValues());

/// Returns true if one of `ops`, ops of `block`, reads `value`, possibly in a
/// region.
bool isReadBy(Value value, Block &block,
              const llvm::DenseSet<Operation *> &ops);

/// The losses of a training step.
struct Loss {
  /// The result number of the first loss, or none.
  std::optional<unsigned> result;
  /// The result numbers of all losses, such as those of both networks of a GAN.
  SmallVector<unsigned, 1> results;
  /// The ops that the losses depend on other than through `stepped`: the
  /// forward pass and the computation of the losses.
  llvm::DenseSet<Operation *> forward;
  /// The values that a part of the step uses instead of an argument, if a step
  /// updates several times or SAM moves parameters.
  SteppedValues stepped;

  bool isLoss(unsigned number) const {
    return llvm::is_contained(results, number);
  }
  /// Returns true if the forward pass reads `arg` or a stepped value of it.
  bool isReadByForward(BlockArgument arg) const;
};

/// Finds the losses of `func`: the results with `fp8.loss`. Before
/// --fp8-annotate-states has run, also searches for the loss, unless several
/// candidates compete.
Loss findLoss(func::FuncOp func);

/// Returns the losses that the option `loss` of --fp8-annotate-states lists by
/// number or name, separated by commas; otherwise the losses that `findLoss`
/// returns. Emits an error if the option names a result that is not one float,
/// or if several results may be the loss.
FailureOr<Loss> resolveLoss(func::FuncOp func, StringRef loss = "");

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_LOSS_H
