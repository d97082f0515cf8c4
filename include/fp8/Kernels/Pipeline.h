//===- Pipeline.h - from Scaled form to Fused form --------------*- C++ -*-===//
#ifndef FP8_KERNELS_PIPELINE_H
#define FP8_KERNELS_PIPELINE_H

#include "fp8/Kernels/Options.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
}

namespace mlir::fp8 {

/// Common options of all pipelines that create kernels.
template <typename Derived>
struct KernelPipelineOptions : PassPipelineOptions<Derived> {
  typename PassPipelineOptions<Derived>::template Option<bool> bucketUpdates{
      *this, "bucket-updates",
      llvm::cl::desc("Combine equal updates into one launch"),
      llvm::cl::init(true)};
  typename PassPipelineOptions<Derived>::template Option<int64_t>
      maxOutstandingBytes{
          *this, "max-outstanding-bytes",
          llvm::cl::desc("Maximum bytes of gradients that wait for updates"),
          llvm::cl::init(int64_t(1) << 28)};
  typename PassPipelineOptions<Derived>::template Option<AttentionLowering>
      attention{*this, "attention",
                llvm::cl::desc(
                    "Lowering of fp8.attention and fp8.attention_backward"),
                llvm::cl::init(AttentionLowering::Kernels)};
};

/// Adds the options that say which block scales the matmul library can apply,
/// and which attention cuDNN computes.
template <typename Base>
struct LibraryPipelineOptions : Base {
  typename Base::template Option<bool> blockScales{
      *this, "block-scales",
      llvm::cl::desc("Assume that the matmul library supports f32 scales of "
                     "blocks of 128 elements"),
      llvm::cl::init(false)};
  typename Base::template Option<bool> mxScales{
      *this, "mx-scales",
      llvm::cl::desc("Assume that the matmul library supports e8m0 scales of "
                     "blocks of 32 elements"),
      llvm::cl::init(false)};
  typename Base::template Option<bool> refuseBlocks{
      *this, "refuse-blocks",
      llvm::cl::desc("Report block scales that the library does not support "
                     "as an error instead of decoding the operands in kernels"),
      llvm::cl::init(false)};
  typename Base::template Option<unsigned> cudnnCapability{
      *this, "cudnn-capability",
      llvm::cl::desc("With has-attention: the compute capability, such as 90, "
                     "of the GPU whose cuDNN computes attention; 0: the "
                     "runtime computes it on CPUs"),
      llvm::cl::init(0)};
  typename Base::template Option<bool> cudnnOrdered{
      *this, "cudnn-ordered",
      llvm::cl::desc(
          "With cudnn-capability: call cuDNN for a backward pass only if it "
          "computes the same bits in every run"),
      llvm::cl::init(false)};
};

/// Options of --fp8-fuse-pipeline. The pipeline has no target option, so these
/// options describe the features of a target.
struct FusePipelineOptions
    : LibraryPipelineOptions<KernelPipelineOptions<FusePipelineOptions>> {
  Option<bool> kMajorCodes{
      *this, "k-major-codes",
      llvm::cl::desc("Transpose FP8 operands of matmuls so that the reduced "
                     "dimension is innermost"),
      llvm::cl::init(false)};
  Option<bool> alignedScales{
      *this, "aligned-scales",
      llvm::cl::desc(
          "Store the scales that matmuls read at multiples of 16 bytes"),
      llvm::cl::init(false)};
  Option<bool> packsOperands{
      *this, "packs-operands",
      llvm::cl::desc("Assume that the matmul library packs operands whose rows "
                     "are not contiguous"),
      llvm::cl::init(false)};
  Option<bool> roundInKernels{
      *this, "round-f32-in-kernels",
      llvm::cl::desc("Let kernels, not matmuls, round the results of matmuls "
                     "with an f32 operand"),
      llvm::cl::init(false)};
  Option<bool> hasAttention{
      *this, "has-attention",
      llvm::cl::desc(
          "Assume that the runtime of the target supports attention"),
      llvm::cl::init(true)};
  Option<bool> foldEpilogues{
      *this, "fold-epilogues",
      llvm::cl::desc("Move bias additions from kernels into matmuls"),
      llvm::cl::init(false)};
  Option<bool> sharedLaunches{
      *this, "shared-launches",
      llvm::cl::desc("Bring equal casts of parameters, and equal updates that "
                     "sum their gradients, together: the target makes one "
                     "launch of equal kernels side by side"),
      llvm::cl::init(false)};
};

/// Appends the passes from Scaled form to Fused form.
void buildFusePipeline(OpPassManager &pm, const FusePipelineOptions &options);

/// Registers --fp8-fuse-pipeline.
void registerFusePipeline();

} // namespace mlir::fp8

#endif // FP8_KERNELS_PIPELINE_H
