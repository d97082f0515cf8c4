//===- KernelPipelines.h - from form 2 to emitted kernels -------*- C++ -*-===//
#ifndef FP8_PIPELINES_KERNELPIPELINES_H
#define FP8_PIPELINES_KERNELPIPELINES_H

#include "fp8/Pipelines/BlockDecoding.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
}

namespace mlir::fp8 {

/// What all pipelines to kernels take.
template <typename Derived>
struct KernelPipelineOptions : PassPipelineOptions<Derived> {
  typename PassPipelineOptions<Derived>::template Option<bool> bucketUpdates{
      *this, "bucket-updates",
      llvm::cl::desc("Updates that compute the same are one launch"),
      llvm::cl::init(true)};
  typename PassPipelineOptions<Derived>::template Option<int64_t>
      maxOutstandingBytes{
          *this, "max-outstanding-bytes",
          llvm::cl::desc("Bytes of gradients that wait for their updates"),
          llvm::cl::init(int64_t(1) << 28)};
};

/// What those for GPUs take.
template <typename Derived>
struct DevicePipelineOptions : KernelPipelineOptions<Derived> {
  typename PassPipelineOptions<Derived>::template Option<unsigned> streams{
      *this, "streams",
      llvm::cl::desc("Streams that launches and products run on"),
      llvm::cl::init(3)};
};

/// What those take that are told which scales the library of products applies
/// by itself.
template <typename Base>
struct LibraryPipelineOptions : Base {
  typename Base::template Option<bool> blockScales{
      *this, "block-scales",
      llvm::cl::desc("The library scales blocks of 128 terms by f32"),
      llvm::cl::init(false)};
  typename Base::template Option<bool> mxScales{
      *this, "mx-scales",
      llvm::cl::desc("The library scales blocks of 32 terms by e8m0"),
      llvm::cl::init(false)};
  typename Base::template Option<bool> refuseBlocks{
      *this, "refuse-blocks",
      llvm::cl::desc("Scales of blocks that the library does not apply are an "
                     "error, and not decoded by kernels"),
      llvm::cl::init(false)};
};

/// Options of --fp8-cpu-pipeline.
struct CPUPipelineOptions : KernelPipelineOptions<CPUPipelineOptions> {
  Option<unsigned> vectorBits{
      *this, "vector-bits",
      llvm::cl::desc("Bits of a vector register: 128, 256 or 512"),
      llvm::cl::init(512)};
  Option<std::string> cpu{
      *this, "cpu",
      llvm::cl::desc("The CPU, as LLVM calls it, whose memory the code is for; "
                     "native is this machine's")};
};

/// Options of --fp8-fuse-pipeline, which ends before there is a target and so
/// is told what targets differ in.
struct FusePipelineOptions
    : LibraryPipelineOptions<KernelPipelineOptions<FusePipelineOptions>> {
  Option<bool> kMajorCodes{
      *this, "k-major-codes",
      llvm::cl::desc("Products read codes with their terms innermost"),
      llvm::cl::init(false)};
  Option<bool> roundInKernels{
      *this, "round-f32-in-kernels",
      llvm::cl::desc("Products with an operand of f32 give f32 alone"),
      llvm::cl::init(false)};
  Option<bool> foldEpilogues{
      *this, "fold-epilogues",
      llvm::cl::desc("Products add the bias that a kernel would add alone"),
      llvm::cl::init(false)};
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
      llvm::cl::init(BlockDecoding::Never), getBlockDecodingValues()};
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

/// Appends the passes from form 2 to form 4a.
void buildFusePipeline(OpPassManager &passManager,
                       const FusePipelineOptions &options);

/// Appends the passes from form 2 to kernels on buffers, which write states
/// where they are.
void buildBufferPipeline(OpPassManager &passManager,
                         const FusePipelineOptions &options);

/// Appends the passes from form 2 to launches of emitted functions over one
/// arena, form 4b.
void buildCPUPipeline(OpPassManager &passManager,
                      const CPUPipelineOptions &options);

/// The same with kernels of a gpu.module, which may hold fp8.convert, and with
/// streams.
void buildGPUPipeline(OpPassManager &passManager,
                      const GPUPipelineOptions &options);

/// The same with the kernels as a fatbin for several chips.
void buildCUDAPipeline(OpPassManager &passManager,
                       const CUDAPipelineOptions &options);

/// Registers --fp8-fuse-pipeline, --fp8-cpu-pipeline, --fp8-gpu-pipeline and
/// --fp8-cuda-pipeline.
void registerKernelPipelines();

} // namespace mlir::fp8

#endif // FP8_PIPELINES_KERNELPIPELINES_H
