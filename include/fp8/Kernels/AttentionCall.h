//===- AttentionCall.h - attention as a runtime call ------------*- C++ -*-===//
#ifndef FP8_KERNELS_ATTENTIONCALL_H
#define FP8_KERNELS_ATTENTIONCALL_H

#include "fp8/IR/FP8.h"
#include "fp8/Runtime/fp8rt_attention.h"

namespace mlir::fp8 {

/// Name of the pseudo-kernel that represents a call of the runtime's attention
/// in a list of kernels.
inline constexpr llvm::StringLiteral kAttentionKernel =
    "fp8rt_attention_kernel";

struct AttentionCall {
  fp8rt_attention_desc desc;
  /// The operands of the op, in the order in which the runtime call takes its
  /// buffers.
  SmallVector<Value> buffers;
};

/// Callback for the reason why the runtime does not support an op, with the
/// location of the cause.
using AttentionReason = function_ref<void(Location, const Twine &)>;

/// Creates the runtime's description of fp8.attention or
/// fp8.attention_backward, on tensors or on memrefs with static strides. If the
/// runtime does not support the op, calls `reason` and fails.
FailureOr<AttentionCall> describeAttention(Operation *op,
                                           AttentionReason reason);

} // namespace mlir::fp8

#endif // FP8_KERNELS_ATTENTIONCALL_H
