//===- Pipeline.h - Scaled form to Fused form -------------------*- C++ -*-===//
#ifndef FP8_KERNELS_PIPELINE_H
#define FP8_KERNELS_PIPELINE_H

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

/// Appends the passes from Scaled form to Fused form.
void buildFusePipeline(OpPassManager &pm, const FusePipelineOptions &options);

/// Registers --fp8-fuse-pipeline.
void registerFusePipeline();

} // namespace mlir::fp8

#endif // FP8_KERNELS_PIPELINE_H
