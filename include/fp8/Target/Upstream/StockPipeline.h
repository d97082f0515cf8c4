//===- StockPipeline.h - the exit through stock MLIR ------------*- C++ -*-===//
#ifndef FP8_TARGET_UPSTREAM_STOCKPIPELINE_H
#define FP8_TARGET_UPSTREAM_STOCKPIPELINE_H

#include "mlir/Pass/PassManager.h"

namespace mlir::fp8 {

/// From Model or Scaled form to the LLVM dialect by upstream passes and few
/// others. A public function becomes one that takes pointers to its arguments,
/// then to its results, then to an arena, whose size is the
/// `llvm.dereferenceable` of that argument; it allocates nothing. Results alias
/// nothing.
void buildStockPipeline(OpPassManager &passManager);

/// Registers --fp8-stock-pipeline.
void registerStockPipeline();

} // namespace mlir::fp8

#endif // FP8_TARGET_UPSTREAM_STOCKPIPELINE_H
