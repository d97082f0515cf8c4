//===- InitAll.h - every dialect, pass and pipeline of fp8 ------*- C++ -*-===//
//
// For tools and for programs that embed the pipelines.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_INITALL_H
#define FP8_INITALL_H

#include "fp8/Conversion/Passes.h"
#include "fp8/IR/FP8.h"
#include "fp8/Import/Passes.h"
#include "fp8/Import/TMTensor/TMTensor.h"
#include "fp8/Inspect/Passes.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Pipelines/Pipelines.h"
#include "fp8/Plan/Bufferization.h"
#include "fp8/Plan/Passes.h"
#include "fp8/Quantize/Passes.h"
#include "fp8/Raise/Passes.h"
#include "fp8/Shard/Passes.h"
#include "fp8/Target/CPU/Passes.h"
#include "fp8/Target/NVIDIA/Passes.h"
#include "fp8/Target/Upstream/Passes.h"
#include "fp8/Training/Passes.h"

namespace mlir::fp8 {

/// Registers the dialects of fp8, for a program that has registered the
/// upstream dialects and their extensions.
inline void registerOwnDialects(DialectRegistry &registry) {
  registerFP8Dialect(registry);
  registerKernelBufferization(registry);
  registry.insert<tm_tensor::TMTensorDialect>();
}

/// Registers the upstream dialects and the dialects of fp8.
inline void registerAllDialects(DialectRegistry &registry) {
  registerUpstreamDialects(registry);
  registerOwnDialects(registry);
}

/// Registers every pass and pipeline of fp8.
inline void registerAllPasses() {
  registerFP8ImportPasses();
  registerFP8RaisePasses();
  registerFP8QuantizePasses();
  registerFP8TrainingPasses();
  registerFP8ShardPasses();
  registerFP8KernelsPasses();
  registerFP8PlanPasses();
  registerFP8InspectPasses();
  registerFP8ConversionPasses();
  registerFP8TargetCPUPasses();
  registerFP8TargetNVIDIAPasses();
  registerFP8TargetUpstreamPasses();
  registerFP8Pipelines();
}

} // namespace mlir::fp8

#endif // FP8_INITALL_H
