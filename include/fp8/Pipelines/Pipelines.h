//===- Pipelines.h - the named pipelines ----------------------------------===//
#ifndef FP8_PIPELINES_PIPELINES_H
#define FP8_PIPELINES_PIPELINES_H

#include "fp8/Kernels/Pipeline.h"
#include "fp8/Pipelines/TrainPipeline.h"
#include "fp8/Target/CPU/KernelsToLLVM.h"
#include "fp8/Target/CPU/Pipeline.h"
#include "fp8/Target/NVIDIA/Pipeline.h"
#include "fp8/Target/Upstream/StockPipeline.h"
#include "mlir/IR/DialectRegistry.h"

namespace mlir::fp8 {

/// Registers the dialects of upstream, with the interfaces that pipelines need:
/// without them calls are not inlined and tensors get no buffers, and nothing
/// says so.
void registerUpstreamDialects(DialectRegistry &registry);

/// Makes every pipeline known to drivers.
void registerFP8Pipelines();

} // namespace mlir::fp8

#endif // FP8_PIPELINES_PIPELINES_H
