//===- Pipelines.h - the named pipelines ----------------------------------===//
#ifndef FP8_PIPELINES_PIPELINES_H
#define FP8_PIPELINES_PIPELINES_H

#include "fp8/Kernels/Pipeline.h"
#include "fp8/Pipelines/TrainPipeline.h"
#include "fp8/Target/CPU/KernelsToLLVM.h"
#include "fp8/Target/CPU/Pipeline.h"
#include "fp8/Target/NVIDIA/Pipeline.h"
#include "fp8/Target/Upstream/Pipeline.h"
#include "mlir/IR/DialectRegistry.h"

namespace mlir::fp8 {

/// Registers upstream dialects with the interfaces that pipelines need. Without
/// them, calls are silently not inlined and tensors not bufferized.
void registerUpstreamDialects(DialectRegistry &registry);

/// Registers every named pipeline.
void registerFP8Pipelines();

} // namespace mlir::fp8

#endif // FP8_PIPELINES_PIPELINES_H
