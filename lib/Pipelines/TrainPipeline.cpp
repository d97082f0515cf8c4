//===- TrainPipeline.cpp - --fp8-train-pipeline ---------------------------===//

#include "fp8/Pipelines/TrainPipeline.h"
#include "Cleanup.h"
#include "fp8/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::fp8;

static std::unique_ptr<Pass>
createQuantization(const TrainPipelineOptions &options) {
  FP8QuantizeContractionsOptions quantize;
  quantize.recipe = options.recipe;
  quantize.scope = options.scope;
  quantize.forwardFormat = options.forwardFormat;
  quantize.backwardFormat = options.backwardFormat;
  quantize.margin = options.margin;
  quantize.pow2 = options.pow2;
  quantize.epsilon = options.epsilon;
  quantize.historyLength = options.historyLength;
  quantize.amaxAlgo = options.amaxAlgo;
  quantize.blockSize = options.blockSize;
  quantize.minElements = options.minElements;
  llvm::append_range(quantize.skip, options.skip);
  llvm::append_range(quantize.override, options.override);
  llvm::append_range(quantize.wideSteps, options.wideSteps);
  return createFP8QuantizeContractions(quantize);
}

static std::unique_ptr<Pass> createRaisePatterns(RaisedOps only) {
  FP8RaisePatternsOptions patterns;
  patterns.only = only;
  return createFP8RaisePatterns(patterns);
}

static std::unique_ptr<Pass> createCheck() {
  FP8CheckNumericsOptions check;
  // The pipeline makes it only where an option or an attribute asks for it.
  check.allow = {"e5m2-forward"};
  return createFP8CheckNumerics(check);
}

static std::unique_ptr<Pass>
createMicrobatches(const TrainPipelineOptions &options) {
  FP8MicrobatchesOptions microbatches;
  microbatches.number = options.microbatches;
  llvm::append_range(microbatches.shared, options.shared);
  return createFP8Microbatches(microbatches);
}

static std::unique_ptr<Pass>
createStorage(const TrainPipelineOptions &options) {
  FP8AssignStorageOptions storage;
  storage.preset = options.storage;
  storage.policy = options.storagePolicy;
  llvm::append_range(storage.override, options.storageOverride);
  return createFP8AssignStorage(storage);
}

void mlir::fp8::buildStoragePipeline(OpPassManager &pm,
                                     const TrainPipelineOptions &options) {
  // Of graphs that name their optimizers.
  pm.addPass(createFP8ExpandOptimizers());
  pm.addPass(createStorage(options));
  addCleanup(pm);
  pm.addPass(createFP8VerifyForm({Form::Scaled}));
  pm.addPass(createCheck());
}

void mlir::fp8::buildInliningPipeline(OpPassManager &pm) {
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
}

void mlir::fp8::buildWideTypePipeline(OpPassManager &pm,
                                      const TrainPipelineOptions &options) {
  if (options.wideType == WideType::F32)
    return;
  pm.addPass(createFP8SetWideType({options.wideType, /*loss=*/"-1"}));
  addCleanup(pm);
}

void mlir::fp8::buildRematPipeline(OpPassManager &pm,
                                   const TrainPipelineOptions &options) {
  // The pass refuses other negative budgets.
  bool changes = options.remat != RematMode::None || options.rematBudget != -1;
  if (!changes && !options.countKept)
    return;
  pm.addPass(
      createFP8Remat({options.remat, options.rematBudget, /*loss=*/"-1"}));
  if (!changes)
    return;
  addCleanup(pm);
}

void mlir::fp8::buildMicrobatchPipeline(OpPassManager &pm,
                                        const TrainPipelineOptions &options) {
  if (options.microbatches == 1 && options.shared.empty())
    return;
  pm.addPass(createMicrobatches(options));
  addCleanup(pm);
}

void mlir::fp8::buildTrainPipeline(OpPassManager &pm,
                                   const TrainPipelineOptions &options) {
  pm.addPass(createFP8ImportTorch());
  pm.addPass(createFP8NormalizeOps());
  // Early, because upstream's inliner expects ops that it knows.
  pm.addPass(createFP8VerifyForm({Form::Model}));
  buildInliningPipeline(pm);
  pm.addPass(createFP8NarrowF64());
  if (options.convolutions) {
    pm.addPass(createFP8SimplifyAccesses());
    pm.addPass(createFP8UnfoldConvolutions({/*onlyViews=*/true}));
  }
  // The analyses compare values: equal ones must be one.
  addCleanup(pm);
  pm.addPass(createFP8FoldConstants());
  pm.addPass(createFP8FlattenControlFlow());
  // Contractions of codes stay upstream ops until the analyses are done, which
  // look for contractions.
  pm.addPass(createRaisePatterns(RaisedOps::Casts));
  pm.addPass(createFP8AnnotateStates({options.entry, options.loss}));
  pm.addPass(createFP8RaiseScatter());
  // Before contractions change, while every graph still looks as it came.
  pm.addPass(createFP8RaiseUpdates());
  pm.addPass(createQuantization(options));
  pm.addPass(createRaisePatterns(RaisedOps::Contractions));
  addCleanup(pm);
  buildWideTypePipeline(pm, options);
  // Once it is known what contractions read.
  buildRematPipeline(pm, options);
  // Where each tensor has its name and its scale: micro-batches share both.
  buildMicrobatchPipeline(pm, options);
  if (options.lateNorm)
    pm.addPass(createFP8LateNorm());
  if (options.storage != StoragePreset::FP32 ||
      !options.storageOverride.empty())
    return buildStoragePipeline(pm, options);
  pm.addPass(createFP8VerifyForm({Form::Scaled}));
  pm.addPass(createCheck());
}

void mlir::fp8::registerTrainPipeline() {
  PassPipelineRegistration<TrainPipelineOptions>(
      "fp8-train-pipeline",
      "Turn a training step in upstream ops (form 1) into one with scaled "
      "contractions (form 2)",
      buildTrainPipeline);
}
