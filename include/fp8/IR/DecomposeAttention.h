//===- DecomposeAttention.h - attention as contractions ---------*- C++ -*-===//
#ifndef FP8_IR_DECOMPOSEATTENTION_H
#define FP8_IR_DECOMPOSEATTENTION_H

#include "mlir/IR/Operation.h"

namespace mlir::fp8 {

/// Returns true for fp8.attention and fp8.attention_backward.
bool isAttention(Operation *op);

/// Replaces every attention op in `root` by contractions and a softmax. Fails,
/// with an error per op, if operands are not tensors of static shape.
LogicalResult decomposeAttention(Operation *root);

} // namespace mlir::fp8

#endif // FP8_IR_DECOMPOSEATTENTION_H
