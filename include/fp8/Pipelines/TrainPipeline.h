//===- TrainPipeline.h - form 1 to form 2 ---------------------------------===//
#ifndef FP8_PIPELINES_TRAINPIPELINE_H
#define FP8_PIPELINES_TRAINPIPELINE_H

#include "fp8/Transforms/Options.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
}

namespace mlir::fp8 {

/// Options of `--fp8-train-pipeline`: those of its passes.
struct TrainPipelineOptions : PassPipelineOptions<TrainPipelineOptions> {
  Option<std::string> entry{
      *this, "entry", llvm::cl::desc("The function that is the training step"),
      llvm::cl::init("")};
  Option<std::string> loss{
      *this, "loss",
      llvm::cl::desc(
          "The results that are losses, by number or name, separated "
          "by commas; -1 to find the loss"),
      llvm::cl::init("-1")};
  Option<Recipe> recipe{
      *this, "recipe",
      llvm::cl::desc("Where scales come from; current by default, none that of "
                     "fp8-run"),
      llvm::cl::init(Recipe::Current),
      llvm::cl::values(
          clEnumValN(Recipe::None, "none", "Quantize nothing"),
          clEnumValN(Recipe::Current, "current", "The amax of the value"),
          clEnumValN(Recipe::Delayed, "delayed", "The amaxes of earlier steps"),
          clEnumValN(Recipe::Row, "row", "The amax of each row"),
          clEnumValN(Recipe::Block, "block", "The amax of each block"),
          clEnumValN(Recipe::MX, "mx", "The amax of 32 elements, as e8m0"))};
  Option<ContractionScope> scope{
      *this, "scope", llvm::cl::desc("Which contractions are quantized"),
      llvm::cl::init(ContractionScope::Linear),
      llvm::cl::values(
          clEnumValN(ContractionScope::Linear, "linear", "Linear layers"),
          clEnumValN(ContractionScope::All, "all", "Attention too"))};
  Option<Format> forwardFormat{
      *this, "forward-format",
      llvm::cl::desc("Format of weights, activations and data"),
      llvm::cl::init(Format::E4M3),
      llvm::cl::values(
          clEnumValN(Format::E4M3, "e4m3", "Largest value 448"),
          clEnumValN(Format::E5M2, "e5m2", "Largest value 57344"))};
  Option<Format> backwardFormat{
      *this, "backward-format", llvm::cl::desc("Format of gradients"),
      llvm::cl::init(Format::E5M2),
      llvm::cl::values(
          clEnumValN(Format::E4M3, "e4m3", "Largest value 448"),
          clEnumValN(Format::E5M2, "e5m2", "Largest value 57344"))};
  Option<int64_t> margin{
      *this, "margin",
      llvm::cl::desc("Divide the largest value of the format by two to this "
                     "power"),
      llvm::cl::init(0)};
  Option<bool> pow2{*this, "pow2",
                    llvm::cl::desc("Round scales down to powers of two"),
                    llvm::cl::init(false)};
  Option<float> epsilon{*this, "epsilon", llvm::cl::desc("The least amax"),
                        llvm::cl::init(0.0f)};
  Option<int64_t> historyLength{
      *this, "history-length",
      llvm::cl::desc("Steps of amaxes that the delayed recipe keeps"),
      llvm::cl::init(1024)};
  Option<AmaxAlgo> amaxAlgo{
      *this, "amax-algo",
      llvm::cl::desc("Which amax of the history sets the scale"),
      llvm::cl::init(AmaxAlgo::Max),
      llvm::cl::values(
          clEnumValN(AmaxAlgo::Max, "max", "The largest"),
          clEnumValN(AmaxAlgo::MostRecent, "most_recent", "The last"))};
  Option<int64_t> blockSize{
      *this, "block-size",
      llvm::cl::desc("Elements of a block along the reduced dimension, and the "
                     "side of the square blocks of weights"),
      llvm::cl::init(128)};
  Option<bool> convolutions{
      *this, "convolutions",
      llvm::cl::desc("Take convolutions that are products, as those of 1 x 1 "
                     "and of patches side by side, for linear layers")};
  Option<int64_t> minElements{
      *this, "min-elements",
      llvm::cl::desc("Keep contractions wide that have an operand of fewer "
                     "elements"),
      llvm::cl::init(0)};
  ListOption<std::string> skip{
      *this, "skip",
      llvm::cl::desc("Regular expressions: keep the linear layers wide whose "
                     "weight has a matching name")};
  ListOption<std::string> override{
      *this, "override",
      llvm::cl::desc("PATTERN=WHAT: what tensors of matching names have of "
                     "their own, wide, e4m3, e5m2, tensor, row, mx or "
                     "block:MxN")};
  ListOption<std::string> wideSteps{
      *this, "wide-steps",
      llvm::cl::desc("PATTERN@FROM-TO: keep tensors of matching names wide at "
                     "these steps")};
  Option<WideType> wideType{
      *this, "wide-type",
      llvm::cl::desc("What activations and gradients are kept in"),
      llvm::cl::init(WideType::F32),
      llvm::cl::values(
          clEnumValN(WideType::F32, "f32", "What the graph has"),
          clEnumValN(WideType::BF16, "bf16", "bf16, rounded once"))};
  Option<RematMode> remat{
      *this, "remat",
      llvm::cl::desc("What the backward computes again instead of reading what "
                     "the forward kept"),
      llvm::cl::init(RematMode::None),
      llvm::cl::values(
          clEnumValN(RematMode::None, "none", "Nothing"),
          clEnumValN(RematMode::Selective, "selective",
                     "All but products, where it saves memory"),
          clEnumValN(RematMode::Full, "full", "Whatever saves memory"))};
  Option<int64_t> rematBudget{
      *this, "remat-budget",
      llvm::cl::desc("The most bytes to keep from the forward to the backward; "
                     "-1 for no bound"),
      llvm::cl::init(-1)};
  Option<bool> countKept{
      *this, "count-kept",
      llvm::cl::desc("Count what is kept from the forward to the backward, for "
                     "--fp8-report, also without remat"),
      llvm::cl::init(false)};
  Option<int64_t> microbatches{
      *this, "microbatches",
      llvm::cl::desc("How many micro-batches a step takes; the graph is that "
                     "of one"),
      llvm::cl::init(1)};
  ListOption<std::string> shared{
      *this, "shared",
      llvm::cl::desc("Regular expressions: arguments of matching names are the "
                     "same for all micro-batches")};
  Option<StoragePreset> storage{
      *this, "storage",
      llvm::cl::desc("How parameters that contractions read are stored, and "
                     "their moments"),
      llvm::cl::init(StoragePreset::FP32),
      llvm::cl::values(
          clEnumValN(StoragePreset::FP32, "fp32", "As they are"),
          clEnumValN(StoragePreset::BF16Residual, "bf16-residual",
                     "bf16 with a bf16 compensation, moments in bf16"),
          clEnumValN(StoragePreset::FP8Split8, "fp8-split8",
                     "e4m3 and 8 more bits, moments in 8 bits"),
          clEnumValN(StoragePreset::FP8Split16, "fp8-split16",
                     "e4m3 and 16 more bits, moments in 8 bits"),
          clEnumValN(StoragePreset::AnyPrecision, "anyprecision",
                     "As AnyPrecisionAdamW: bf16, with a bf16 compensation"),
          clEnumValN(StoragePreset::MSAMP, "msamp",
                     "As MS-AMP: f16 and e4m3, with a scale per tensor"))};
  ListOption<std::string> storageOverride{
      *this, "storage-override",
      llvm::cl::desc("PATTERN=PRESET[:GRANULES]: how parameters of matching "
                     "names are stored")};
  Option<bool> lateNorm{
      *this, "late-norm",
      llvm::cl::desc("Clip gradients by the norm of the step before"),
      llvm::cl::init(false)};
  Option<ScalePolicy> storagePolicy{
      *this, "storage-policy",
      llvm::cl::desc("Where the scale of a stored e4m3 parameter comes from"),
      llvm::cl::init(ScalePolicy::Bounded),
      llvm::cl::values(
          clEnumValN(ScalePolicy::Current, "current",
                     "The amax of the new value"),
          clEnumValN(ScalePolicy::Bounded, "bounded",
                     "The amax of the old value, and a bound of the change"))};
};

/// Stores the states of a step in form 2 as the options of storage say, and
/// checks what came out.
void buildStoragePipeline(OpPassManager &pm,
                          const TrainPipelineOptions &options);

/// Puts what functions compute where they are called, and drops those that
/// nobody calls any more.
void buildInliningPipeline(OpPassManager &pm);

/// Keeps activations and gradients of a named step in bf16, if the options ask
/// for it.
void buildWideTypePipeline(OpPassManager &pm,
                           const TrainPipelineOptions &options);

/// Computes values of the forward again in the backward of a named step, or
/// only counts what is kept, if the options ask for it.
void buildRematPipeline(OpPassManager &pm, const TrainPipelineOptions &options);

/// Makes a named step take several micro-batches, if the options ask for it.
void buildMicrobatchPipeline(OpPassManager &pm,
                             const TrainPipelineOptions &options);

/// Form 1 to form 2.
void buildTrainPipeline(OpPassManager &pm, const TrainPipelineOptions &options);

/// Registers --fp8-train-pipeline.
void registerTrainPipeline();

} // namespace mlir::fp8

#endif // FP8_PIPELINES_TRAINPIPELINE_H
