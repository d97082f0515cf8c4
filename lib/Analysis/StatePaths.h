//===- StatePaths.h - elementwise paths from arguments ----------*- C++ -*-===//
#ifndef FP8_LIB_ANALYSIS_STATEPATHS_H
#define FP8_LIB_ANALYSIS_STATEPATHS_H

#include "fp8/Analysis/Loss.h"

namespace mlir::fp8 {

/// The values of a step by their sources.
class StepSources {
public:
  StepSources(Block &block, const Loss &loss);

  bool dependsOnContraction(Value value) const {
    return contracted.contains(value);
  }
  /// Returns true if `value` depends on a contraction outside the forward pass.
  bool dependsOnBackward(Value value) const { return backward.contains(value); }
  /// Returns true if `value` depends on an argument that the forward pass does
  /// not read.
  bool dependsOnOthers(Value value) const { return others.contains(value); }
  /// Returns true if the step has a backward pass.
  bool hasBackward() const { return !backward.empty(); }

private:
  llvm::DenseSet<Value> contracted, backward, others;
};

/// Returns true if `value` is computed elementwise from `arg`, which is
/// subtracted on every path. An example is an extrapolation
/// `value = a + 0.9 * (a - arg)`.
bool isSubtracted(Value value, BlockArgument arg);

/// Returns true if `value` is derived from `arg` but is probably not its new
/// value, such as a logged learning rate or the residuals of a batch:
///
/// - the product of a single float and a value that the step computes;
/// - a multiple of a single integer; or
/// - for tensors, a result that reads only tensors of the forward pass, does
///   not scale `arg`, and adds nothing to it that a contraction computes. The
///   loss must read `arg`.
bool isDerivedOnly(Value value, BlockArgument arg, const StepSources &sources,
                   const Loss &loss);

} // namespace mlir::fp8

#endif // FP8_LIB_ANALYSIS_STATEPATHS_H
