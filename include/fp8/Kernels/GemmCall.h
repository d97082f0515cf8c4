//===- GemmCall.h - fp8.gemm as a call of the runtime -----------*- C++ -*-===//
#ifndef FP8_KERNELS_GEMMCALL_H
#define FP8_KERNELS_GEMMCALL_H

#include "fp8/IR/FP8.h"
#include "fp8/Runtime/fp8rt.h"

namespace mlir::fp8 {

struct GemmCall {
  fp8rt_gemm_desc desc;
  /// lhs and rhs changed places: the result is computed by columns.
  bool isSwapped;
};

/// The runtime's number for the element type of an operand, a result or a bias,
/// a tensor or a memref.
int32_t getGemmDtype(Value value);

/// Describes a product on memrefs of static strides; reports what the runtime
/// has no call for.
FailureOr<GemmCall> describeGemm(GemmOp op);

} // namespace mlir::fp8

#endif // FP8_KERNELS_GEMMCALL_H
