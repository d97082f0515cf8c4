//===- ScoreOps.h - the region of attention as instructions -----*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_ATTENTION_SCOREOPS_H
#define FP8_LIB_KERNELS_ATTENTION_SCOREOPS_H

#include "fp8/Kernels/AttentionCall.h"

namespace mlir::fp8 {

/// Converts `body` to the score instructions of `desc`, in which the dimensions
/// and captured tensors are already set. Row dimension i of the op is dimension
/// `rowDims[i]` of `desc`.
LogicalResult addScoreOps(Block &body, ArrayRef<unsigned> rowDims,
                          fp8rt_attention_desc &desc, AttentionReason reason);

/// Sets the causal mask of `desc` if the score that `body` yields ends in a
/// causal mask; else sets its dimension to -1.
void findCausalMask(Block &body, ArrayRef<unsigned> rowDims,
                    fp8rt_attention_desc &desc);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_ATTENTION_SCOREOPS_H
