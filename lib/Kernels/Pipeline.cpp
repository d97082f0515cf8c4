//===- Pipeline.cpp - from Scaled form to Fused form ----------------------===//

#include "fp8/Kernels/Pipeline.h"
#include "fp8/Import/Passes.h"
#include "fp8/Inspect/Passes.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Raise/Passes.h"
#include "fp8/Utils/CommonPasses.h"
#include "fp8/Utils/PipelineOptions.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::fp8;

void fp8::buildFusePipeline(OpPassManager &pm,
                            const FusePipelineOptions &options) {
  addInlining(pm);
  // These passes prepare graphs that did not pass through --fp8-train-pipeline.
  pm.addPass(createFlattenControlFlowPass());
  pm.addPass(createRaiseScatterPass());
  pm.addPass(createRaisePatternsPass());
  pm.addPass(createTensorizeBoundariesPass());
  pm.addPass(createTransposeProductsPass());
  DecomposePassOptions decompose;
  decompose.keepForKernels = true;
  decompose.attention = options.attention;
  decompose.hasAttention = options.hasAttention;
  decompose.cudnnCapability = options.cudnnCapability;
  decompose.cudnnOrdered = options.cudnnOrdered;
  pm.addPass(createDecomposePass(decompose));
  pm.addPass(createConvertElementwiseToLinalgPass());
  addCleanup(pm);
  // These passes run before math expansion, while bodies are small.
  pm.addPass(createWidenProductsPass());
  pm.addPass(createSimplifyAccessesPass());
  pm.addPass(createRaiseStacksPass());
  pm.addPass(createRaiseConcatsPass());
  pm.addPass(createFoldCopiesPass());
  pm.addPass(createUnfoldConvolutionsPass());
  pm.addPass(createGatherAccessesPass());
  pm.addPass(createRaiseArgmaxPass());
  pm.addPass(createUnrollReductionsPass());
  pm.addPass(createSelectBranchesPass());
  pm.addPass(createGeneralizePadsPass());
  MakeGemmsPassOptions gemms;
  gemms.roundInKernels = options.roundInKernels;
  gemms.packsOperands = options.packsOperands;
  gemms.blockScales = options.blockScales;
  gemms.mxScales = options.mxScales;
  gemms.refuseBlocks = options.refuseBlocks;
  pm.addPass(createMakeGemmsPass(gemms));
  pm.addPass(
      createChooseLayoutsPass({options.kMajorCodes, options.alignedScales}));
  pm.addPass(createTensorizeScalarsPass());
  pm.addPass(createExpandMathPass());
  addCleanup(pm);
  pm.addPass(createCollectScalarsPass());
  pm.addPass(createFuseKernelsPass());
  pm.addPass(createCSEPass());
  if (options.foldEpilogues)
    pm.addPass(createFoldEpiloguesPass());
  if (options.bucketUpdates) {
    // A launch of sums over rows fills a GPU only if it sums several tensors of
    // the size of an activation.
    int64_t maxBytes = BucketUpdatesPassOptions().maxBytes;
    pm.addPass(createBucketUpdatesPass(
        {options.sharedLaunches ? 2 * maxBytes : maxBytes,
         options.maxOutstandingBytes, options.sharedLaunches}));
  }
  if (options.bucketUpdates && options.sharedLaunches)
    pm.addPass(createBucketCastsPass());
  pm.addPass(createVerifyFormPass({Form::Fused}));
}

void fp8::registerFusePipeline() {
  registerPipeline<FusePipelineOptions>(
      "fp8-fuse-pipeline",
      "Lower Scaled form to Fused form: kernels on tensors", buildFusePipeline);
}
