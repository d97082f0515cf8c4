//===- TrainPipeline.cpp - --fp8-train-pipeline ---------------------------===//

#include "fp8/Pipelines/TrainPipeline.h"
#include "fp8/Import/Passes.h"
#include "fp8/Import/Pipeline.h"
#include "fp8/Inspect/Passes.h"
#include "fp8/Quantize/Pipeline.h"
#include "fp8/Raise/Pipeline.h"
#include "fp8/Shard/Pipeline.h"
#include "fp8/Training/Pipeline.h"
#include "fp8/Utils/CommonPasses.h"
#include "fp8/Utils/PipelineOptions.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::fp8;

static QuantizeContractionsPassOptions
getQuantization(const TrainPipelineOptions &options) {
  QuantizeContractionsPassOptions quantize;
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
  return quantize;
}

static TrainingPipelineOptions
getTraining(const TrainPipelineOptions &options) {
  TrainingPipelineOptions training;
  training.wideType = options.wideType;
  training.raiseAttention =
      options.raiseAttention || options.attention == AttentionLowering::Library;
  training.remat = options.remat;
  training.rematBudget = options.rematBudget;
  training.countKept = options.countKept;
  training.microbatches.number = options.microbatches;
  training.microbatches.ranks = options.ranks;
  training.microbatches.wire = options.wire;
  llvm::append_range(training.microbatches.groups, options.groups);
  llvm::append_range(training.microbatches.shared, options.shared);
  training.lateNorm = options.lateNorm;
  return training;
}

/// Appends the checks of a step in Scaled form.
static void addChecks(OpPassManager &pm) {
  pm.addPass(createVerifyFormPass({Form::Scaled}));
  CheckNumericsPassOptions check;
  // Only an option or an attribute selects e5m2 for the forward pass.
  check.allow = {"e5m2-forward"};
  pm.addPass(createCheckNumericsPass(check));
}

void fp8::buildStoredStatesPipeline(OpPassManager &pm,
                                    const TrainPipelineOptions &options) {
  AssignStoragePassOptions storage;
  storage.preset = options.storage;
  storage.policy = options.storagePolicy;
  llvm::append_range(storage.override, options.storageOverride);
  buildStoragePipeline(pm, storage);
  addChecks(pm);
}

/// Appends the passes up to Scaled form, without its checks.
static void addScaledStep(OpPassManager &pm,
                          const TrainPipelineOptions &options) {
  AnnotateStatesPassOptions annotate{options.entry, options.loss};
  if (options.from == Form::Model) {
    buildImportPipeline(pm, options.convolutions);
    buildRaisePipeline(pm, annotate);
    buildQuantizePipeline(pm, getQuantization(options));
  } else {
    pm.addPass(createNormalizeOpsPass());
    addInlining(pm);
    pm.addPass(createAnnotateStatesPass(annotate));
  }
  buildTrainingPipeline(pm, getTraining(options));
}

void fp8::buildScaledStepPipeline(OpPassManager &pm,
                                  const TrainPipelineOptions &options) {
  addScaledStep(pm, options);
  if (options.from == Form::Model)
    addChecks(pm);
}

void fp8::buildTrainPipeline(OpPassManager &pm,
                             const TrainPipelineOptions &options) {
  addScaledStep(pm, options);
  if (options.storage != StoragePreset::FP32 ||
      !options.storageOverride.empty())
    buildStoredStatesPipeline(pm, options);
  else if (options.from == Form::Model)
    addChecks(pm);
  buildShardedStatesPipeline(pm, options);
}

void fp8::buildShardedStatesPipeline(OpPassManager &pm,
                                     const TrainPipelineOptions &options) {
  ShardPassOptions shard;
  shard.policy = options.shard;
  shard.minElements = options.shardMinElements;
  llvm::append_range(shard.override, options.shardOverride);
  buildShardPipeline(pm, shard, {options.reshard, options.exchangeBytes});
}

void fp8::registerTrainPipeline() {
  registerPipeline<TrainPipelineOptions>(
      "fp8-train-pipeline",
      "Turn a training step in upstream ops (Model form) into one with scaled "
      "contractions (Scaled form)",
      buildTrainPipeline);
}
