//===- SplitTransposes.h - splitting of transposed FP8 results --*- C++ -*-===//

#ifndef FP8_CODEGEN_SPLITTRANSPOSES_H
#define FP8_CODEGEN_SPLITTRANSPOSES_H

#include "fp8/Codegen/TargetLowering.h"

namespace mlir::fp8 {

/// Splits bufferized kernels under `root` that would store transposed FP8
/// values one element at a time. A separate kernel then stores the transposed
/// values. Returns these kernels, in block order.
SmallVector<KernelOp> splitTransposes(Operation *root, const TargetLowering &target);

} // namespace mlir::fp8

#endif // FP8_CODEGEN_SPLITTRANSPOSES_H
