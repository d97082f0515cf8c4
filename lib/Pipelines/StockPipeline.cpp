//===- StockPipeline.cpp - --fp8-stock-pipeline ---------------------------===//

#include "fp8/Pipelines/StockPipeline.h"
#include "Cleanup.h"
#include "fp8/Conversion/Passes.h"
#include "fp8/Pipelines/TrainPipeline.h"
#include "fp8/Transforms/Passes.h"
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

/// Model and Scaled to few large loop nests on tensors.
static void buildTensorStage(OpPassManager &pm) {
  buildInliningPipeline(pm);
  // Of graphs that come without --fp8-train-pipeline.
  pm.addPass(createFP8RaisePatterns());
  pm.addPass(createFP8TensorizeBoundaries());
  pm.addPass(createFP8Decompose());
  pm.addPass(createConvertElementwiseToLinalgPass());
  pm.addPass(createFP8StockBoundIndices());
  addCleanup(pm);
  pm.addPass(createFP8WidenProducts());
  pm.addPass(createFP8StockWidenSums());
  pm.addPass(createFP8StockOrderContractions());
  addCleanup(pm);
  pm.addPass(createFP8StockFuse());
  // After fusion: a function is then expanded once per loop nest, and what
  // fusion looks at stays small.
  pm.addPass(createFP8ExpandMath());
  addCleanup(pm);
}

/// Tensors to buffers in one arena; results to the caller's buffers.
static void buildBufferStage(OpPassManager &pm) {
  pm.addPass(createFP8SimplifyAccesses());
  pm.addPass(createFP8StockCarryInPlace());
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createFP8ResultsToArguments());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createFP8StockOutline());
  pm.addPass(createFP8PlanMemory());
}

/// Loop nests to LLVM.
static void buildLoopStage(OpPassManager &pm) {
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(createFP8StockContractionsToLoops());
  functions.addPass(createConvertLinalgToLoopsPass());
  // Arithmetic on narrow floats is arithmetic in f32 and one more rounding,
  // which must not become an instruction that flushes subnormals: no cleanup
  // before the conversion.
  math::MathExtendToSupportedTypesOptions extendMath;
  functions.addPass(math::createMathExtendToSupportedTypes(extendMath));
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"bf16", "f16"};
  functions.addPass(arith::createArithEmulateUnsupportedFloats(emulate));
  functions.addPass(createConvertFP8ToArith());
  functions.addPass(memref::createExpandStridedMetadataPass());
  functions.addPass(createLowerAffinePass());
  addCleanup(functions);
  functions.addPass(createSCFToControlFlowPass());
  // Integer powers become functions, the rest intrinsics.
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

void fp8::buildStockPipeline(OpPassManager &passManager) {
  buildTensorStage(passManager);
  buildBufferStage(passManager);
  buildLoopStage(passManager);
}

void fp8::registerStockPipeline() {
  PassPipelineRegistration<>(
      "fp8-stock-pipeline",
      "Lower forms 1 and 2 to the LLVM dialect by upstream means",
      buildStockPipeline);
}
