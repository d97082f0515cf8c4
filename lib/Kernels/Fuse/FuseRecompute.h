//===- FuseRecompute.h - recomputation in readers ---------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_FUSE_FUSERECOMPUTE_H
#define FP8_LIB_KERNELS_FUSE_FUSERECOMPUTE_H

#include "FuseGraph.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Conditions on the kernels that fusion forms, one from each unit of the
/// graph. The caller provides them.
struct RecomputeRules {
  /// Returns true if the ops of a unit can form one kernel.
  std::function<bool(unsigned)> isLegal;
  /// Returns true if ops may be added to a unit.
  std::function<bool(unsigned)> mayGrow;
  /// Returns true if a tensor is still unchanged where a unit runs.
  std::function<bool(Value, unsigned)> mayRead;
};

/// Makes kernels recompute values of other kernels from tensors that are read
/// or stored anyway. Does so where it moves fewer bytes, and where the
/// computation does not take longer than the saved traffic.
void recomputeInReaders(RewriterBase &rewriter, FusionGraph &graph,
                        const RecomputeRules &rules);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_FUSE_FUSERECOMPUTE_H
