//===- InitAll.h - every dialect, pass and pipeline of fp8 ------*- C++ -*-===//
//
// For tools and for programs that embed the pipelines.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_INITALL_H
#define FP8_INITALL_H

#include "fp8/Analysis/KernelDomain.h"
#include "fp8/Conversion/GPUToPTX/Passes.h"
#include "fp8/Conversion/Passes.h"
#include "fp8/Emitter/Passes.h"
#include "fp8/IR/FP8.h"
#include "fp8/Pipelines/Pipelines.h"
#include "fp8/TMTensor/TMTensor.h"
#include "fp8/Transforms/Passes.h"

namespace mlir::fp8 {

/// For a program that has the dialects of upstream and their extensions.
inline void registerOwnDialects(DialectRegistry &registry) {
  registerFP8Dialect(registry);
  registerKernelBufferization(registry);
  registry.insert<tm_tensor::TMTensorDialect>();
}

/// Those of upstream, too.
inline void registerAllDialects(DialectRegistry &registry) {
  registerUpstreamDialects(registry);
  registerOwnDialects(registry);
}

inline void registerAllPasses() {
  registerFP8Passes();
  registerFP8ConversionPasses();
  registerFP8NVVMPasses();
  registerFP8EmitterPasses();
  registerFP8Pipelines();
}

} // namespace mlir::fp8

#endif // FP8_INITALL_H
