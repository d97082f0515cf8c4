//===- GatherTransposes.h - equal transposes side by side -------*- C++ -*-===//
#ifndef FP8_CODEGEN_GATHERTRANSPOSES_H
#define FP8_CODEGEN_GATHERTRANSPOSES_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Moves equal kernels of `transposes`, each of which transposes one buffer
/// into another, to the first op that reads a result of one of them. They can
/// then share a launch. `transposes` are in block order. Leaves kernels whose
/// buffers may change in between.
void gatherTransposes(ArrayRef<KernelOp> transposes);

} // namespace mlir::fp8

#endif // FP8_CODEGEN_GATHERTRANSPOSES_H
