//===- Pipeline.h - from Scaled form to CPU code ----------------*- C++ -*-===//
#ifndef FP8_TARGET_CPU_PIPELINE_H
#define FP8_TARGET_CPU_PIPELINE_H

#include "fp8/Kernels/Pipeline.h"

namespace mlir {
class OpPassManager;
}

namespace mlir::fp8 {

/// Options of --fp8-cpu-pipeline.
struct CPUPipelineOptions : KernelPipelineOptions<CPUPipelineOptions> {
  Option<unsigned> vectorBits{
      *this, "vector-bits",
      llvm::cl::desc("Bits of a vector register: 128, 256 or 512"),
      llvm::cl::init(512)};
  Option<std::string> cpu{
      *this, "cpu",
      llvm::cl::desc("LLVM name of the CPU whose memory system to tune for; "
                     "native is this machine's CPU")};
};

/// Appends the passes from Scaled form to Planned form, with kernels as CPU
/// functions.
void buildCPUPipeline(OpPassManager &pm, const CPUPipelineOptions &options);

/// Registers --fp8-cpu-pipeline.
void registerCPUPipeline();

} // namespace mlir::fp8

#endif // FP8_TARGET_CPU_PIPELINE_H
