//===- Loss.h - the losses and what they depend on ------------------------===//
#ifndef FP8_ANALYSIS_LOSS_H
#define FP8_ANALYSIS_LOSS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace mlir::fp8 {

/// Values between an argument and its new value, as the parameters between two
/// updates of one step are, each with the argument.
using SteppedValues = llvm::DenseMap<Value, BlockArgument>;

/// Adds to `slice` the ops of the block of `roots` that some root depends on,
/// regions included. Ops that are there already are not visited again, nor is
/// what `ends` are computed from.
void addBackwardSlice(ArrayRef<Value> roots, Block &block,
                      llvm::DenseSet<Operation *> &slice,
                      const SteppedValues &ends = SteppedValues());

/// Returns whether one of `ops`, ops of `block`, reads `value`, in a region or
/// not.
bool isReadBy(Value value, Block &block,
              const llvm::DenseSet<Operation *> &ops);

/// The losses of a training step.
struct Loss {
  /// The result number of the first loss, or nothing.
  std::optional<unsigned> result;
  /// The result numbers of all losses, as of both nets of a GAN.
  SmallVector<unsigned, 1> results;
  /// The ops that the losses depend on, but by way of `stepped`: the forward,
  /// plus what computes the losses from it.
  llvm::DenseSet<Operation *> forward;
  /// The values that some part of the step trains with instead of an argument:
  /// where a step updates more than once, or SAM moves parameters.
  SteppedValues stepped;

  bool isLoss(unsigned number) const {
    return llvm::is_contained(results, number);
  }
  /// Whether the forward reads `arg`, or a stepped value of it.
  bool isReadByForward(BlockArgument arg) const;
};

/// The losses of `func`: the results with `fp8.loss`, else, before
/// --fp8-annotate-states has run, those that are found, if no two compete.
Loss findLoss(func::FuncOp func);

/// The losses that the option `loss` of a pass lists by number or name,
/// separated by commas; else those of `findLoss`. Emits an error where the
/// option names no float of one element, and where several results may be the
/// loss.
FailureOr<Loss> resolveLoss(func::FuncOp func, StringRef loss);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_LOSS_H
