//===- GemmCall.h - fp8.gemm as a runtime call ------------------*- C++ -*-===//
#ifndef FP8_KERNELS_GEMMCALL_H
#define FP8_KERNELS_GEMMCALL_H

#include "fp8/IR/FP8.h"
#include "fp8/Runtime/fp8rt.h"

namespace mlir::fp8 {

struct GemmCall {
  fp8rt_gemm_desc desc;
  /// True if the call computes the transposed product. lhs and rhs are then
  /// exchanged, and so are m and n.
  bool isSwapped;
};

/// Returns the runtime's code for the element type of `value`, a tensor or
/// memref operand, result or bias.
int32_t getGemmDtype(Value value);

/// Creates the runtime's description of a matmul on memrefs with static
/// strides. Reports an error if the runtime does not support the matmul.
FailureOr<GemmCall> describeGemm(GemmOp op);

} // namespace mlir::fp8

#endif // FP8_KERNELS_GEMMCALL_H
