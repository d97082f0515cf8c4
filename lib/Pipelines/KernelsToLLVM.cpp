//===- KernelsToLLVM.cpp - --fp8-kernels-to-llvm ------------------------===//

#include "fp8/Pipelines/KernelsToLLVM.h"
#include "fp8/Conversion/Passes.h"
#include "fp8/Emitter/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::fp8;

void fp8::buildKernelsToLLVMPipeline(OpPassManager &pm,
                                     const KernelsToLLVMOptions &options) {
  // States of one element share their draws, if their indices are one value.
  pm.addPass(createCSEPass());
  pm.addPass(createFP8BatchDraws());
  if (options.useAVX512) {
    pm.addPass(createFP8PairHalves());
    pm.addPass(createFP8EncodeAVX512());
  }
  pm.addPass(createConvertFP8ToArith());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  if (options.useAVX512)
    pm.addPass(createFP8UseAVX512());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void fp8::registerKernelsToLLVMPipeline() {
  PassPipelineRegistration<KernelsToLLVMOptions>(
      "fp8-kernels-to-llvm",
      "Lower the functions that --fp8-emit-cpu makes to the LLVM dialect",
      buildKernelsToLLVMPipeline);
}
