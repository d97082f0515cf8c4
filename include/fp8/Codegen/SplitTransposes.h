//===- SplitTransposes.h - transposed codes of rows, afterwards -*- C++ -*-===//

#ifndef FP8_CODEGEN_SPLITTRANSPOSES_H
#define FP8_CODEGEN_SPLITTRANSPOSES_H

#include "fp8/Codegen/TargetLowering.h"

namespace mlir::fp8 {

/// Bufferized kernels under `root` that would store transposed codes one by one
/// leave them to a kernel of their own.
void splitTransposes(Operation *root, const TargetLowering &target);

} // namespace mlir::fp8

#endif // FP8_CODEGEN_SPLITTRANSPOSES_H
