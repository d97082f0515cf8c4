//===- Bufferization.h - one-shot bufferization of kernels ------*- C++ -*-===//
#ifndef FP8_PLAN_BUFFERIZATION_H
#define FP8_PLAN_BUFFERIZATION_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::fp8 {

/// Registers the external model by which one-shot bufferization handles
/// fp8.kernel.
void registerKernelBufferization(DialectRegistry &registry);

} // namespace mlir::fp8

#endif // FP8_PLAN_BUFFERIZATION_H
