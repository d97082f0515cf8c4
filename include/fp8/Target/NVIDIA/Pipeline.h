//===- Pipeline.h - Scaled form to code of NVIDIA GPUs ----------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_PIPELINE_H
#define FP8_TARGET_NVIDIA_PIPELINE_H

#include "fp8/Kernels/Pipeline.h"
#include "fp8/Target/NVIDIA/BlockDecoding.h"

namespace mlir {
class OpPassManager;
}

namespace mlir::fp8 {

/// What those for GPUs take.
template <typename Derived>
struct DevicePipelineOptions : KernelPipelineOptions<Derived> {
  typename PassPipelineOptions<Derived>::template Option<unsigned> streams{
      *this, "streams",
      llvm::cl::desc("Streams that launches and products run on"),
      llvm::cl::init(3)};
};

/// Options of --fp8-gpu-pipeline.
struct GPUPipelineOptions
    : LibraryPipelineOptions<DevicePipelineOptions<GPUPipelineOptions>> {};

/// Options of --fp8-cuda-pipeline.
struct CUDAPipelineOptions : DevicePipelineOptions<CUDAPipelineOptions> {
  ListOption<std::string> chips{
      *this, "chips",
      llvm::cl::desc(
          "The chips: sm_80, sm_86, sm_89, sm_90a, sm_100a, sm_120a; "
          "sm_90a if none is given")};
  Option<unsigned> ptx{
      *this, "ptx",
      llvm::cl::desc("PTX version as 10 * major + minor; 0 for each chip's "
                     "default"),
      llvm::cl::init(0)};
  Option<BlockDecoding> decodeBlocks{
      *this, "decode-blocks",
      llvm::cl::desc("Which codes with scales of blocks kernels decode, for "
                     "products of f32"),
      llvm::cl::init(BlockDecoding::Never)};
  Option<std::string> toolkit{
      *this, "toolkit",
      llvm::cl::desc("The folder of a CUDA Toolkit, which has bin/ptxas; what "
                     "that makes is kept in the folder FP8_CACHE_DIR of the "
                     "environment, if it is set")};
};

/// Sets which scales are left to the library: of blocks, on `chips`, those that
/// kernels do not decode. Under BlockDecoding::Never all are, and products are
/// yet to be checked for the chips.
void setLibraryScales(GPUPipelineOptions &options, BlockDecoding decoding,
                      ArrayRef<std::string> chips);

/// Appends the passes from Scaled form to Planned form with streams. Kernels
/// are functions of a gpu.module, which may hold fp8.convert.
void buildGPUPipeline(OpPassManager &pm, const GPUPipelineOptions &options);

/// Appends the passes of `buildGPUPipeline` and the compilation of kernels to a
/// fatbin for several chips.
void buildCUDAPipeline(OpPassManager &pm, const CUDAPipelineOptions &options);

/// Registers --fp8-gpu-pipeline and --fp8-cuda-pipeline.
void registerGPUPipelines();

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_PIPELINE_H
