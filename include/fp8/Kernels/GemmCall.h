//===- GemmCall.h - fp8.gemm as a runtime call ------------------*- C++ -*-===//
#ifndef FP8_KERNELS_GEMMCALL_H
#define FP8_KERNELS_GEMMCALL_H

#include "fp8/IR/FP8.h"
#include "fp8/Runtime/fp8rt.h"

namespace mlir::fp8 {

struct GemmCall {
  fp8rt_gemm_desc desc;
  /// True if lhs and rhs are exchanged and the result is computed by columns.
  bool isSwapped;
};

/// Returns the runtime's number for the element type of an operand, a result or
/// a bias, which is a tensor or a memref.
int32_t getGemmDtype(Value value);

/// Describes a matmul on memrefs with static strides. Reports matmuls that the
/// runtime does not support.
FailureOr<GemmCall> describeGemm(GemmOp op);

} // namespace mlir::fp8

#endif // FP8_KERNELS_GEMMCALL_H
