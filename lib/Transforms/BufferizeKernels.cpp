//===- BufferizeKernels.cpp - --fp8-bufferize-kernels ---------------------===//

#include "fp8/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8BUFFERIZEKERNELS
#include "fp8/Transforms/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static bufferization::OneShotBufferizationOptions getOptions() {
  bufferization::OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.setFunctionBoundaryTypeConversion(
      bufferization::LayoutMapOption::IdentityLayoutMap);
  // The bodies of kernels say what is computed, not where.
  options.opFilter.denyOperation(
      [](Operation *op) { return op->getParentOfType<KernelOp>() != nullptr; });
  return options;
}

namespace {
struct BufferizeKernels : fp8::impl::FP8BufferizeKernelsBase<BufferizeKernels> {
  void runOnOperation() override {
    bufferization::BufferizationState state;
    if (failed(bufferization::runOneShotModuleBufferize(getOperation(),
                                                        getOptions(), state)))
      signalPassFailure();
  }
};
} // namespace
