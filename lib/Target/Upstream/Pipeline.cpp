//===- Pipeline.cpp - --fp8-upstream-pipeline -----------------------------===//

#include "fp8/Target/Upstream/Pipeline.h"
#include "fp8/Conversion/Passes.h"
#include "fp8/Import/Passes.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Plan/Passes.h"
#include "fp8/Raise/Passes.h"
#include "fp8/Target/Upstream/Passes.h"
#include "fp8/Utils/CommonPasses.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::fp8;

/// Lowers Model and Scaled form to a few large loop nests on tensors.
static void buildTensorStage(OpPassManager &pm) {
  addInlining(pm);
  // For graphs that did not pass through --fp8-train-pipeline.
  pm.addPass(createRaisePatternsPass());
  pm.addPass(createTensorizeBoundariesPass());
  pm.addPass(createDecomposePass());
  pm.addPass(createConvertElementwiseToLinalgPass());
  pm.addPass(createUpstreamBoundIndicesPass());
  addCleanup(pm);
  pm.addPass(createWidenProductsPass());
  pm.addPass(createUpstreamWidenSumsPass());
  pm.addPass(createUpstreamOrderContractionsPass());
  addCleanup(pm);
  pm.addPass(createUpstreamFusePass());
  // Expanding math after fusion expands each function once per loop nest, and
  // keeps the ops small that fusion inspects.
  pm.addPass(createExpandMathPass());
  addCleanup(pm);
}

/// Lowers tensors to buffers in one arena, and results to buffers of the
/// caller.
static void buildBufferStage(OpPassManager &pm) {
  pm.addPass(createSimplifyAccessesPass());
  pm.addPass(createUpstreamCarryInPlacePass());
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createResultsToArgumentsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createUpstreamOutlinePass());
  pm.addPass(createPlanMemoryPass());
}

/// Lowers loop nests to the LLVM dialect.
static void buildLoopStage(OpPassManager &pm) {
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(createUpstreamContractionsToLoopsPass());
  functions.addPass(createConvertLinalgToLoopsPass());
  // Arithmetic on narrow floats becomes f32 arithmetic and one more rounding.
  // That rounding must not become an instruction that flushes subnormals, so
  // there is no cleanup before the conversion.
  math::MathExtendToSupportedTypesOptions extendMath;
  functions.addPass(math::createMathExtendToSupportedTypes(extendMath));
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"bf16", "f16"};
  functions.addPass(arith::createArithEmulateUnsupportedFloats(emulate));
  functions.addPass(createConvertFP8ToArithPass());
  functions.addPass(memref::createExpandStridedMetadataPass());
  functions.addPass(createLowerAffinePass());
  addCleanup(functions);
  functions.addPass(createSCFToControlFlowPass());
  // Integer powers become functions, all other math becomes intrinsics.
  pm.addPass(createConvertMathToFuncs());
  pm.addPass(createConvertMathToLLVMPass());
  ConvertFuncToLLVMPassOptions funcToLLVM;
  funcToLLVM.useBarePtrCallConv = true;
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertFuncToLLVMPass(funcToLLVM));
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void fp8::buildUpstreamPipeline(OpPassManager &passManager) {
  buildTensorStage(passManager);
  buildBufferStage(passManager);
  buildLoopStage(passManager);
}

void fp8::registerUpstreamPipeline() {
  PassPipelineRegistration<>(
      "fp8-upstream-pipeline",
      "Lower Model and Scaled form to the LLVM dialect with upstream passes",
      buildUpstreamPipeline);
  PassPipelineRegistration<>("fp8-stock-pipeline",
                             "The former name of fp8-upstream-pipeline",
                             buildUpstreamPipeline);
}
