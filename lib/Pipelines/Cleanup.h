//===- Cleanup.h - what passes leave behind ---------------------*- C++ -*-===//
#ifndef FP8_LIB_PIPELINES_CLEANUP_H
#define FP8_LIB_PIPELINES_CLEANUP_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::fp8 {

/// Equal values become one, and what nobody reads goes.
inline void addCleanup(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

} // namespace mlir::fp8

#endif // FP8_LIB_PIPELINES_CLEANUP_H
