//===- KernelPipelines.cpp - from form 2 to emitted kernels ---------------===//

#include "fp8/Pipelines/KernelPipelines.h"
#include "Cleanup.h"
#include "fp8/Conversion/GPUToPTX/Chip.h"
#include "fp8/Conversion/GPUToPTX/Passes.h"
#include "fp8/Emitter/Passes.h"
#include "fp8/Pipelines/TrainPipeline.h"
#include "fp8/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::fp8;

void fp8::buildFusePipeline(OpPassManager &pm,
                            const FusePipelineOptions &options) {
  buildInliningPipeline(pm);
  // Of graphs that come without --fp8-train-pipeline.
  pm.addPass(createFP8FlattenControlFlow());
  pm.addPass(createFP8RaiseScatter());
  pm.addPass(createFP8RaisePatterns());
  pm.addPass(createFP8TensorizeBoundaries());
  pm.addPass(createFP8TransposeProducts());
  FP8DecomposeOptions decompose;
  decompose.keepForKernels = true;
  pm.addPass(createFP8Decompose(decompose));
  pm.addPass(createConvertElementwiseToLinalgPass());
  addCleanup(pm);
  // Before functions are expanded: their bodies are small.
  pm.addPass(createFP8WidenProducts());
  pm.addPass(createFP8SimplifyAccesses());
  pm.addPass(createFP8RaiseStacks());
  pm.addPass(createFP8RaiseConcats());
  pm.addPass(createFP8UnfoldConvolutions());
  pm.addPass(createFP8GatherAccesses());
  pm.addPass(createFP8RaiseArgmax());
  pm.addPass(createFP8UnrollReductions());
  pm.addPass(createFP8SelectBranches());
  pm.addPass(createFP8GeneralizePads());
  FP8MakeGemmsOptions gemms;
  gemms.roundInKernels = options.roundInKernels;
  gemms.blockScales = options.blockScales;
  gemms.mxScales = options.mxScales;
  gemms.refuseBlocks = options.refuseBlocks;
  pm.addPass(createFP8MakeGemms(gemms));
  pm.addPass(createFP8ChooseLayouts({options.kMajorCodes}));
  pm.addPass(createFP8TensorizeScalars());
  pm.addPass(createFP8ExpandMath());
  addCleanup(pm);
  pm.addPass(createFP8CollectScalars());
  pm.addPass(createFP8Fuse());
  pm.addPass(createCSEPass());
  if (options.foldEpilogues)
    pm.addPass(createFP8FoldEpilogues());
  if (options.bucketUpdates)
    pm.addPass(createFP8BucketUpdates(
        {FP8BucketUpdatesOptions().maxBytes, options.maxOutstandingBytes}));
  pm.addPass(createFP8VerifyForm({Form::Fused}));
}

void fp8::buildBufferPipeline(OpPassManager &pm,
                              const FusePipelineOptions &options) {
  buildFusePipeline(pm, options);
  pm.addPass(createFP8UpdateInPlace());
  pm.addPass(createFP8BufferizeKernels());
  // What was computed in its place is a copy from a view to the same one.
  pm.addPass(createCSEPass());
  pm.addPass(createCanonicalizerPass());
  FP8ResultsToArgumentsOptions results;
  results.updateInPlace = true;
  pm.addPass(createFP8ResultsToArguments(results));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createFP8CopiesToKernels());
}

/// From form 2 to launches of what `emit` makes of kernels, over one arena.
static void addPlanning(OpPassManager &pm, const FusePipelineOptions &fuse,
                        std::unique_ptr<Pass> emit) {
  buildBufferPipeline(pm, fuse);
  pm.addPass(std::move(emit));
  pm.addPass(createFP8PlanMemory());
}

void fp8::buildCPUPipeline(OpPassManager &pm,
                           const CPUPipelineOptions &options) {
  FP8EmitCPUOptions emit;
  emit.vectorBits = options.vectorBits;
  emit.cpu = options.cpu;
  FusePipelineOptions fuse;
  fuse.bucketUpdates = options.bucketUpdates;
  fuse.maxOutstandingBytes = options.maxOutstandingBytes;
  addPlanning(pm, fuse, createFP8EmitCPU(emit));
  pm.addPass(createFP8VerifyForm({Form::Planned}));
}

void fp8::setLibraryScales(GPUPipelineOptions &options, BlockDecoding decoding,
                           ArrayRef<std::string> chips) {
  bool isRefused = decoding == BlockDecoding::Never;
  options.refuseBlocks = isRefused;
  options.blockScales = options.mxScales = isRefused;
  if (decoding != BlockDecoding::WhereNeeded)
    return;
  auto areAll = [&](bool Chip::*has) {
    return !chips.empty() && llvm::all_of(chips, [&](const std::string &name) {
      return llvm::any_of(getChips(), [&](const Chip &chip) {
        return chip.name == name && chip.*has;
      });
    });
  };
  options.blockScales = areAll(&Chip::hasBlockProducts);
  options.mxScales = areAll(&Chip::hasMXProducts);
}

void fp8::buildGPUPipeline(OpPassManager &pm,
                           const GPUPipelineOptions &options) {
  FusePipelineOptions fuse;
  fuse.kMajorCodes = true;
  fuse.roundInKernels = true;
  fuse.foldEpilogues = true;
  fuse.blockScales = options.blockScales;
  fuse.mxScales = options.mxScales;
  fuse.refuseBlocks = options.refuseBlocks;
  fuse.bucketUpdates = options.bucketUpdates;
  fuse.maxOutstandingBytes = options.maxOutstandingBytes;
  addPlanning(pm, fuse, createFP8EmitGPU());
  pm.addPass(createFP8AssignStreams({options.streams}));
  pm.addPass(createFP8VerifyForm({Form::Planned}));
}

void fp8::buildCUDAPipeline(OpPassManager &pm,
                            const CUDAPipelineOptions &options) {
  GPUPipelineOptions gpu;
  gpu.streams = options.streams;
  gpu.bucketUpdates = options.bucketUpdates;
  gpu.maxOutstandingBytes = options.maxOutstandingBytes;
  FP8GPUToFatbinOptions fatbin;
  llvm::append_range(fatbin.chips, options.chips);
  if (fatbin.chips.empty())
    fatbin.chips.push_back("sm_90a");
  setLibraryScales(gpu, options.decodeBlocks, fatbin.chips);
  buildGPUPipeline(pm, gpu);
  FP8CheckProductsOptions check;
  llvm::append_range(check.chips, fatbin.chips);
  pm.addPass(createFP8CheckProducts(check));
  fatbin.ptx = options.ptx;
  fatbin.toolkitPath = options.toolkit;
  pm.addPass(createFP8GPUToFatbin(fatbin));
}

void fp8::registerKernelPipelines() {
  PassPipelineRegistration<FusePipelineOptions>(
      "fp8-fuse-pipeline", "Bring form 2 to form 4a, kernels on tensors",
      buildFusePipeline);
  PassPipelineRegistration<CPUPipelineOptions>(
      "fp8-cpu-pipeline",
      "Bring form 2 to launches of functions of the CPU over one arena",
      buildCPUPipeline);
  PassPipelineRegistration<GPUPipelineOptions>(
      "fp8-gpu-pipeline",
      "Bring form 2 to launches of kernels of a gpu.module over one arena",
      buildGPUPipeline);
  PassPipelineRegistration<CUDAPipelineOptions>(
      "fp8-cuda-pipeline",
      "Bring form 2 to launches of kernels of a fatbin over one arena",
      buildCUDAPipeline);
}
