//===- AdjacentHeads.h - layouts of attention for cuDNN ---------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_ATTENTION_ADJACENTHEADS_H
#define FP8_LIB_KERNELS_ATTENTION_ADJACENTHEADS_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class Operation;
}

namespace mlir::fp8 {

/// Lets the attention in `root`, on tensors, return heads of adjacent elements:
/// transposes follow it where a result has another order. Gradients read the
/// output before its transpose.
void makeHeadsAdjacent(Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_ATTENTION_ADJACENTHEADS_H
