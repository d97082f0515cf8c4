//===- KernelPipelines.h - from emitted kernels to LLVM ---------*- C++ -*-===//
#ifndef FP8_PIPELINES_KERNELPIPELINES_H
#define FP8_PIPELINES_KERNELPIPELINES_H

namespace mlir {
class OpPassManager;
}

namespace mlir::fp8 {

/// Lowers the functions that --fp8-emit-cpu makes to the LLVM dialect.
void buildKernelsToLLVMPipeline(OpPassManager &passManager);

/// Registers `--fp8-kernels-to-llvm`.
void registerKernelPipelines();

} // namespace mlir::fp8

#endif // FP8_PIPELINES_KERNELPIPELINES_H
