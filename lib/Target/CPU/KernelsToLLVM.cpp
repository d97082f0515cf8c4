//===- KernelsToLLVM.cpp - --fp8-kernels-to-llvm --------------------------===//

#include "fp8/Target/CPU/KernelsToLLVM.h"
#include "fp8/Conversion/Passes.h"
#include "fp8/Target/CPU/Passes.h"
#include "fp8/Utils/PipelineOptions.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::fp8;

void fp8::buildKernelsToLLVMPipeline(OpPassManager &pm,
                                     const KernelsToLLVMOptions &options) {
  // States of the same shape share their random bits if CSE merges their
  // indices.
  pm.addPass(createCSEPass());
  pm.addPass(createBatchDrawsPass());
  if (options.useAVX512) {
    pm.addPass(createPairHalvesPass());
    pm.addPass(createEncodeAVX512Pass());
  }
  pm.addPass(createConvertFP8ToArithPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  if (options.useAVX512)
    pm.addPass(createUseAVX512Pass());
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
  registerPipeline<KernelsToLLVMOptions>(
      "fp8-kernels-to-llvm",
      "Lower the functions that --fp8-emit-cpu creates to the LLVM dialect",
      buildKernelsToLLVMPipeline);
}
