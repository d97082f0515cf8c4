//===- Pipeline.h - from Scaled form to NVIDIA GPU code ---------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_PIPELINE_H
#define FP8_TARGET_NVIDIA_PIPELINE_H

#include "fp8/Kernels/Pipeline.h"
#include "fp8/Target/NVIDIA/BlockDecoding.h"

namespace mlir {
class OpPassManager;
}

namespace mlir::fp8 {

/// Common options of the pipelines for GPUs.
template <typename Derived>
struct DevicePipelineOptions : KernelPipelineOptions<Derived> {
  typename PassPipelineOptions<Derived>::template Option<unsigned> streams{
      *this, "streams",
      llvm::cl::desc("Number of CUDA streams for launches and matmuls; 0 for 1 "
                     "stream if ops are long, else 3 streams"),
      llvm::cl::init(0)};
};

/// Options of --fp8-gpu-pipeline.
struct GPUPipelineOptions
    : LibraryPipelineOptions<DevicePipelineOptions<GPUPipelineOptions>> {
  Option<bool> hasAttention{
      *this, "has-attention",
      llvm::cl::desc("Assume that the runtime supports attention, as the "
                     "runtime of the simulator does"),
      llvm::cl::init(false)};
};

/// Options of --fp8-cuda-pipeline.
struct CUDAPipelineOptions : DevicePipelineOptions<CUDAPipelineOptions> {
  ListOption<std::string> chips{
      *this, "chips",
      llvm::cl::desc("Chips: sm_80, sm_86, sm_89, sm_90a, sm_100a, sm_120a; "
                     "default: sm_90a")};
  Option<unsigned> ptx{
      *this, "ptx",
      llvm::cl::desc("PTX version as 10 * major + minor; 0 for each chip's "
                     "default"),
      llvm::cl::init(0)};
  Option<BlockDecoding> decodeBlocks{
      *this, "decode-blocks",
      llvm::cl::desc(
          "Which block-scaled FP8 operands kernels decode to f32, so "
          "that the library multiplies f32"),
      llvm::cl::init(BlockDecoding::Never)};
  Option<bool> deterministic{
      *this, "deterministic",
      llvm::cl::desc("With attention=library: call cuDNN only for attention "
                     "that it computes with the same bits in every run"),
      llvm::cl::init(false)};
  Option<std::string> toolkit{
      *this, "toolkit",
      llvm::cl::desc("Folder of a CUDA Toolkit, with bin/ptxas; machine code "
                     "is cached in the folder FP8_CACHE_DIR if the "
                     "environment sets this variable")};
};

/// Sets the block scales that are left to the library: on `chips`, all scales
/// that kernels do not decode. With BlockDecoding::Never, these are all scales,
/// and the caller must check that the chips support the matmuls.
void setLibraryScales(GPUPipelineOptions &options, BlockDecoding decoding,
                      ArrayRef<std::string> chips);

/// Returns the compute capability of the chip of `chips` whose cuDNN supports
/// least, or 0 if none of them is known. With `isOrdered`, gradients must have
/// the same bits in every run.
unsigned getCudnnCapability(ArrayRef<std::string> chips, bool isOrdered);

/// Appends the passes from Scaled form to Planned form with streams. Kernels
/// become functions of a gpu.module, which may contain fp8.convert.
void buildGPUPipeline(OpPassManager &pm, const GPUPipelineOptions &options);

/// Appends the passes of `buildGPUPipeline` and the compilation of kernels to a
/// fatbin for several chips.
void buildCUDAPipeline(OpPassManager &pm, const CUDAPipelineOptions &options);

/// Registers --fp8-gpu-pipeline and --fp8-cuda-pipeline.
void registerGPUPipelines();

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_PIPELINE_H
