//===- FuseRecompute.h - values that readers compute again ------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_FUSE_FUSERECOMPUTE_H
#define FP8_LIB_KERNELS_FUSE_FUSERECOMPUTE_H

#include "FuseGraph.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// What the caller knows of the kernels to be.
struct RecomputeRules {
  /// Whether the ops of a unit can be one kernel.
  std::function<bool(unsigned)> isLegal;
  /// Whether a unit may get more ops.
  std::function<bool(unsigned)> mayGrow;
  /// Whether a tensor is still what it was where a unit runs.
  std::function<bool(Value, unsigned)> mayRead;
};

/// Lets kernels compute values of other kernels again, from what these read or
/// store anyway, where fewer bytes are moved then and the time for it is not
/// spent on computing.
void recomputeInReaders(RewriterBase &rewriter, FusionGraph &graph,
                        const RecomputeRules &rules);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_FUSE_FUSERECOMPUTE_H
