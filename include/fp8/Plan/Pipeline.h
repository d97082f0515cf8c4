//===- Pipeline.h - from Scaled form to Planned form ------------*- C++ -*-===//
#ifndef FP8_PLAN_PIPELINE_H
#define FP8_PLAN_PIPELINE_H

#include "fp8/Kernels/Pipeline.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
class OpPassManager;
}

namespace mlir::fp8 {

/// Appends the passes from Scaled form to kernels on buffers. Kernels then
/// update states in place.
void buildBufferPipeline(OpPassManager &pm, const FusePipelineOptions &options);

/// Appends the passes from Scaled form to launches of emitted functions that
/// share one arena. `emit` is the pass that emits functions for kernels.
void buildPlanPipeline(OpPassManager &pm, const FusePipelineOptions &options,
                       std::unique_ptr<Pass> emit);

} // namespace mlir::fp8

#endif // FP8_PLAN_PIPELINE_H
