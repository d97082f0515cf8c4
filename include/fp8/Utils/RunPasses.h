//===- RunPasses.h - runs of pass managers ----------------------*- C++ -*-===//
#ifndef FP8_UTILS_RUNPASSES_H
#define FP8_UTILS_RUNPASSES_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class PassManager;
} // namespace mlir

namespace mlir::fp8 {

/// Runs the passes of `pm` on `op` and verifies the result. Only builds with
/// assertions verify `op` after each pass, because that takes a third of the
/// time of the passes.
LogicalResult runAndVerify(PassManager &pm, Operation *op);

} // namespace mlir::fp8

#endif // FP8_UTILS_RUNPASSES_H
