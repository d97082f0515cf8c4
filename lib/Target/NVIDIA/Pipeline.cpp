//===- Pipeline.cpp - from Scaled form to NVIDIA GPU code -----------------===//

#include "fp8/Target/NVIDIA/Pipeline.h"
#include "fp8/Inspect/Passes.h"
#include "fp8/Plan/Passes.h"
#include "fp8/Plan/Pipeline.h"
#include "fp8/Runtime/CudnnAttention.h"
#include "fp8/Target/NVIDIA/Chip.h"
#include "fp8/Target/NVIDIA/Passes.h"
#include "fp8/Utils/PipelineOptions.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::fp8;

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

unsigned fp8::getCudnnCapability(ArrayRef<std::string> chips, bool isOrdered) {
  unsigned least = 0;
  for (const Chip &chip : getChips()) {
    if (!llvm::is_contained(chips, chip.name))
      continue;
    // Only on these chips, gradients of cuDNN may differ between runs.
    if (isOrdered &&
        chip.computeCapability / 10 == ::fp8rt::cudnnUnorderedMajor)
      return chip.computeCapability;
    least = least ? least : chip.computeCapability;
  }
  return least;
}

void fp8::buildGPUPipeline(OpPassManager &pm,
                           const GPUPipelineOptions &options) {
  FusePipelineOptions fuse;
  fuse.kMajorCodes = true;
  fuse.alignedScales = true;
  fuse.roundInKernels = true;
  fuse.foldEpilogues = true;
  fuse.sharedLaunches = true;
  fuse.blockScales = options.blockScales;
  fuse.mxScales = options.mxScales;
  fuse.refuseBlocks = options.refuseBlocks;
  fuse.bucketUpdates = options.bucketUpdates;
  fuse.maxOutstandingBytes = options.maxOutstandingBytes;
  fuse.attention = options.attention;
  fuse.hasAttention = options.hasAttention;
  fuse.cudnnCapability = options.cudnnCapability;
  fuse.cudnnOrdered = options.cudnnOrdered;
  buildPlanPipeline(pm, fuse, createEmitGPUPass());
  pm.addPass(createAssignStreamsPass({options.streams}));
  pm.addPass(createVerifyFormPass({Form::Planned}));
}

void fp8::buildCUDAPipeline(OpPassManager &pm,
                            const CUDAPipelineOptions &options) {
  GPUPipelineOptions gpu;
  gpu.streams = options.streams;
  gpu.bucketUpdates = options.bucketUpdates;
  gpu.maxOutstandingBytes = options.maxOutstandingBytes;
  gpu.attention = options.attention;
  GPUToFatbinPassOptions fatbin;
  llvm::append_range(fatbin.chips, options.chips);
  if (fatbin.chips.empty())
    fatbin.chips.push_back("sm_90a");
  setLibraryScales(gpu, options.decodeBlocks, fatbin.chips);
  gpu.cudnnOrdered = options.deterministic;
  gpu.cudnnCapability = getCudnnCapability(fatbin.chips, options.deterministic);
  gpu.hasAttention = gpu.cudnnCapability != 0;
  buildGPUPipeline(pm, gpu);
  CheckProductsPassOptions check;
  llvm::append_range(check.chips, fatbin.chips);
  pm.addPass(createCheckProductsPass(check));
  fatbin.ptx = options.ptx;
  fatbin.toolkitPath = options.toolkit;
  pm.addPass(createGPUToFatbinPass(fatbin));
}

void fp8::registerGPUPipelines() {
  registerPipeline<GPUPipelineOptions>(
      "fp8-gpu-pipeline",
      "Lower Scaled form to launches of gpu.module kernels over one arena",
      buildGPUPipeline);
  registerPipeline<CUDAPipelineOptions>(
      "fp8-cuda-pipeline",
      "Lower Scaled form to launches of fatbin kernels over one arena",
      buildCUDAPipeline);
}
