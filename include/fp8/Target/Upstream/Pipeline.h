//===- Pipeline.h - lowering with upstream passes ---------------*- C++ -*-===//
#ifndef FP8_TARGET_UPSTREAM_PIPELINE_H
#define FP8_TARGET_UPSTREAM_PIPELINE_H

#include "mlir/Pass/PassManager.h"

namespace mlir::fp8 {

/// Lowers Model or Scaled form to the LLVM dialect with upstream passes and a
/// few others. A public function takes pointers to its arguments, then to its
/// results, then to an arena. The size of the arena is the
/// `llvm.dereferenceable` attribute of that argument. The function allocates
/// nothing. Results must not alias anything.
void buildUpstreamPipeline(OpPassManager &passManager);

/// Registers --fp8-upstream-pipeline.
void registerUpstreamPipeline();

} // namespace mlir::fp8

#endif // FP8_TARGET_UPSTREAM_PIPELINE_H
