//===- LibraryCall.h - ops that the runtime computes ------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_LIBRARYCALL_H
#define FP8_ANALYSIS_LIBRARYCALL_H

#include "fp8/IR/DecomposeAttention.h"
#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Returns true if a call of the runtime computes `op`: a matmul or an
/// attention.
inline bool isLibraryCall(Operation *op) {
  return isa<GemmOp>(op) || isAttention(op);
}

/// Returns the number of FLOP in the contractions of a matmul or an attention
/// (one multiplication and one addition per product); 0 for other ops.
int64_t countLibraryFlops(Operation *op);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_LIBRARYCALL_H
