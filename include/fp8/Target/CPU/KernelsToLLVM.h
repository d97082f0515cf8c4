//===- KernelsToLLVM.h - lowering of emitted kernels to LLVM ----*- C++ -*-===//
#ifndef FP8_TARGET_CPU_KERNELSTOLLVM_H
#define FP8_TARGET_CPU_KERNELSTOLLVM_H

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
}

namespace mlir::fp8 {

struct KernelsToLLVMOptions : PassPipelineOptions<KernelsToLLVMOptions> {
  Option<bool> useAVX512{
      *this, "use-avx512",
      llvm::cl::desc("Run --fp8-pair-halves, --fp8-encode-avx512 and "
                     "--fp8-use-avx512"),
      llvm::cl::init(false)};
};

/// Lowers the functions that --fp8-emit-cpu creates to the LLVM dialect.
void buildKernelsToLLVMPipeline(OpPassManager &passManager,
                                const KernelsToLLVMOptions &options = {});

/// Registers `--fp8-kernels-to-llvm`.
void registerKernelsToLLVMPipeline();

} // namespace mlir::fp8

#endif // FP8_TARGET_CPU_KERNELSTOLLVM_H
