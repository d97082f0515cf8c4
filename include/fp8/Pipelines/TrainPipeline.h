//===- TrainPipeline.h - from Model form to Scaled form ---------*- C++ -*-===//
#ifndef FP8_PIPELINES_TRAINPIPELINE_H
#define FP8_PIPELINES_TRAINPIPELINE_H

#include "fp8/Inspect/Options.h"
#include "fp8/Kernels/Options.h"
#include "fp8/Quantize/Options.h"
#include "fp8/Shard/Options.h"
#include "fp8/Training/Options.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
}

namespace mlir::fp8 {

/// Options of `--fp8-train-pipeline`, which sets the options of its passes.
struct TrainPipelineOptions : PassPipelineOptions<TrainPipelineOptions> {
  Option<Form> from{*this, "from",
                    llvm::cl::desc("The form of the step: model or scaled. A "
                                   "step in Scaled form is not quantized"),
                    llvm::cl::init(Form::Model)};
  Option<std::string> entry{
      *this, "entry", llvm::cl::desc("The function that is the training step"),
      llvm::cl::init("")};
  Option<std::string> loss{
      *this, "loss",
      llvm::cl::desc("The results that are losses, by number or name, "
                     "separated by commas; -1 to use the results with fp8.loss "
                     "or to find the loss"),
      llvm::cl::init("-1")};
  Option<Recipe> recipe{
      *this, "recipe",
      llvm::cl::desc(
          "Which elements share a scale, and how the scale is computed"),
      llvm::cl::init(Recipe::Current)};
  Option<ContractionScope> scope{*this, "scope",
                                 llvm::cl::desc("Contractions to quantize"),
                                 llvm::cl::init(ContractionScope::Linear)};
  Option<Format> forwardFormat{
      *this, "forward-format",
      llvm::cl::desc("Format of weights, activations and data"),
      llvm::cl::init(Format::E4M3)};
  Option<Format> backwardFormat{*this, "backward-format",
                                llvm::cl::desc("Format of gradients"),
                                llvm::cl::init(Format::E5M2)};
  Option<int64_t> margin{
      *this, "margin",
      llvm::cl::desc(
          "Divide the largest value of the format by two to this power"),
      llvm::cl::init(0)};
  Option<bool> pow2{*this, "pow2",
                    llvm::cl::desc("Round scales down to powers of two"),
                    llvm::cl::init(false)};
  Option<float> epsilon{*this, "epsilon",
                        llvm::cl::desc("Value that replaces smaller amaxes"),
                        llvm::cl::init(0.0f)};
  Option<int64_t> historyLength{
      *this, "history-length",
      llvm::cl::desc(
          "Number of steps in the amax history of the delayed recipe"),
      llvm::cl::init(1024)};
  Option<AmaxAlgo> amaxAlgo{
      *this, "amax-algo",
      llvm::cl::desc("Amax of the history that determines the scale"),
      llvm::cl::init(AmaxAlgo::Max)};
  Option<int64_t> blockSize{
      *this, "block-size",
      llvm::cl::desc("Number of elements of a block along the reduced "
                     "dimension; blocks of weights are squares with this "
                     "side"),
      llvm::cl::init(128)};
  Option<bool> convolutions{
      *this, "convolutions",
      llvm::cl::desc("Treat convolutions that are matmuls (1 x 1, or with "
                     "adjacent patches) as linear layers")};
  Option<int64_t> minElements{
      *this, "min-elements",
      llvm::cl::desc(
          "Do not quantize contractions with an operand of fewer elements"),
      llvm::cl::init(0)};
  ListOption<std::string> skip{
      *this, "skip",
      llvm::cl::desc("Regular expressions: do not quantize linear layers whose "
                     "weight has a matching name")};
  ListOption<std::string> override{
      *this, "override",
      llvm::cl::desc("PATTERN=WHAT: how to quantize tensors with matching "
                     "names: wide (not at all), e4m3, e5m2, tensor, row, mx or "
                     "block:MxN")};
  ListOption<std::string> wideSteps{
      *this, "wide-steps",
      llvm::cl::desc("PATTERN@FROM-TO: do not quantize tensors with matching "
                     "names from step FROM to step TO")};
  Option<WideType> wideType{*this, "wide-type",
                            llvm::cl::desc("Type of activations and gradients"),
                            llvm::cl::init(WideType::F32)};
  Option<bool> raiseAttention{
      *this, "raise-attention",
      llvm::cl::desc("Turn attention into ops that save no scores and no "
                     "probabilities for the backward pass"),
      llvm::cl::init(false)};
  Option<AttentionLowering> attention{
      *this, "attention",
      llvm::cl::desc("Lowering of fp8.attention. The pipeline of the target "
                     "needs the same option; library implies "
                     "raise-attention"),
      llvm::cl::init(AttentionLowering::Kernels)};
  Option<RematMode> remat{
      *this, "remat",
      llvm::cl::desc("Rematerialization (activation checkpointing): "
                     "activations that the backward pass recomputes"),
      llvm::cl::init(RematMode::None)};
  Option<int64_t> rematBudget{
      *this, "remat-budget",
      llvm::cl::desc("Save at most this many bytes for the backward pass; -1 "
                     "for no bound"),
      llvm::cl::init(-1)};
  Option<bool> countKept{
      *this, "count-kept",
      llvm::cl::desc("Count the bytes saved for the backward pass, for "
                     "--fp8-report, even without remat"),
      llvm::cl::init(false)};
  Option<int64_t> microbatches{
      *this, "microbatches",
      llvm::cl::desc("Accumulate gradients over this many micro-batches; the "
                     "graph describes one micro-batch"),
      llvm::cl::init(1)};
  Option<int64_t> ranks{
      *this, "ranks",
      llvm::cl::desc("Number of data-parallel ranks; 0 for the ranks of "
                     "fp8.mesh, or for one rank without a mesh"),
      llvm::cl::init(0)};
  Option<Wire> wire{
      *this, "wire",
      llvm::cl::desc("The type in which ranks exchange gradients"),
      llvm::cl::init(Wire::F32)};
  ListOption<int64_t> groups{
      *this, "groups",
      llvm::cl::desc("G or G,H,...: add gradients of micro-batches in G "
                     "groups, first within each group; H divides each group "
                     "again")};
  ListOption<std::string> shared{
      *this, "shared",
      llvm::cl::desc("Regular expressions: arguments with matching names are "
                     "the same for all micro-batches")};
  Option<StoragePreset> storage{
      *this, "storage",
      llvm::cl::desc("Storage preset of parameters that contractions read, and "
                     "of their moments"),
      llvm::cl::init(StoragePreset::FP32)};
  ListOption<std::string> storageOverride{
      *this, "storage-override",
      llvm::cl::desc("PATTERN=PRESET[:GRANULES]: storage preset of parameters "
                     "with matching names, and scaling blocks of their 8-bit "
                     "moments")};
  Option<bool> lateNorm{
      *this, "late-norm",
      llvm::cl::desc("Clip gradients by the norm of the previous step"),
      llvm::cl::init(false)};
  Option<ScalePolicy> storagePolicy{
      *this, "storage-policy",
      llvm::cl::desc("Origin of the scale of a stored e4m3 parameter"),
      llvm::cl::init(ScalePolicy::Bounded)};
  Option<ShardPolicy> shard{
      *this, "shard", llvm::cl::desc("Which states are divided among ranks"),
      llvm::cl::init(ShardPolicy::DDP)};
  Option<int64_t> shardMinElements{
      *this, "shard-min-elements",
      llvm::cl::desc(
          "Do not divide parameters with fewer elements among ranks"),
      llvm::cl::init(8192)};
  Option<Reshard> reshard{
      *this, "reshard",
      llvm::cl::desc("Whether the backward pass gathers parameters again, to "
                     "save memory"),
      llvm::cl::init(Reshard::Never)};
  Option<int64_t> exchangeBytes{
      *this, "exchange-bytes",
      llvm::cl::desc("Combine exchanges of parameters up to this total size, "
                     "in bytes of f32 elements; 0: one exchange for each block "
                     "of parameters"),
      llvm::cl::init(kExchangeBytes)};
  ListOption<std::string> shardOverride{
      *this, "shard-override",
      llvm::cl::desc("PATTERN=whole keeps parameters with matching names "
                     "whole; PATTERN=unit:N divides them into units of N rows "
                     "that stay together")};
};

/// Appends the passes from Model form to Scaled form. Under `from = scaled`,
/// appends only the passes that start from Scaled form.
void buildTrainPipeline(OpPassManager &pm, const TrainPipelineOptions &options);

/// Appends the first part of the train pipeline. Afterwards, states are still
/// in f32 and on every rank.
void buildScaledStepPipeline(OpPassManager &pm,
                             const TrainPipelineOptions &options);

/// Appends the passes that store the states of a step in Scaled form and check
/// its numerics.
void buildStoredStatesPipeline(OpPassManager &pm,
                               const TrainPipelineOptions &options);

/// Appends the passes that divide the states among ranks and plan the
/// exchanges.
void buildShardedStatesPipeline(OpPassManager &pm,
                                const TrainPipelineOptions &options);

/// Registers --fp8-train-pipeline.
void registerTrainPipeline();

} // namespace mlir::fp8

#endif // FP8_PIPELINES_TRAINPIPELINE_H
