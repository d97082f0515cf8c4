//===- ScoreOps.h - the region of attention as instructions -----*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_ATTENTION_SCOREOPS_H
#define FP8_LIB_KERNELS_ATTENTION_SCOREOPS_H

#include "fp8/Kernels/AttentionCall.h"

namespace mlir::fp8 {

/// Fills the instructions of `desc`, whose dimensions and captured tensors are
/// known, from `body`. Row dimension i of the op is dimension `rowDims[i]` of
/// `desc`.
LogicalResult addScoreOps(Block &body, ArrayRef<unsigned> rowDims,
                          fp8rt_attention_desc &desc, AttentionReason reason);

/// Fills the causal mask of `desc` if the region of `body` ends in one.
void findCausalMask(Block &body, ArrayRef<unsigned> rowDims,
                    fp8rt_attention_desc &desc);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_ATTENTION_SCOREOPS_H
