//===- AttentionCall.h - attention as a runtime call ------------*- C++ -*-===//
#ifndef FP8_KERNELS_ATTENTIONCALL_H
#define FP8_KERNELS_ATTENTIONCALL_H

#include "fp8/IR/FP8.h"
#include "fp8/Runtime/fp8rt_attention.h"

namespace mlir::fp8 {

/// The function of the runtime that stands for a call in a list of kernels.
inline constexpr llvm::StringLiteral kAttentionKernel =
    "fp8rt_attention_kernel";

struct AttentionCall {
  fp8rt_attention_desc desc;
  /// The operands of the op, in the order of the buffers of the call.
  SmallVector<Value> buffers;
};

/// Receives the reason why the runtime does not support an op, and the location
/// of the reason.
using AttentionReason = function_ref<void(Location, const Twine &)>;

/// Describes fp8.attention or fp8.attention_backward, on tensors or on memrefs
/// of static strides. Fails, after a call of `reason`, if the runtime does not
/// support the op.
FailureOr<AttentionCall> describeAttention(Operation *op,
                                           AttentionReason reason);

} // namespace mlir::fp8

#endif // FP8_KERNELS_ATTENTIONCALL_H
