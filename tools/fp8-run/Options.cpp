//===- Options.cpp - What a run is asked to do ----------------------------===//

#include "Options.h"

#include "fp8/Conversion/NVVM/Chip.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
namespace cl = llvm::cl;

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

namespace {
/// Local to parseOptions(): the tool has no global options of its own.
struct CommandLine {
  cl::OptionCategory category{"fp8-run options"};

  cl::opt<std::string> inputFile{cl::Positional, cl::Required,
                                 cl::desc("FILE.mlir"), cl::cat(category)};
  cl::opt<std::string> entry{"entry",
                             cl::desc("The function that is the training step"),
                             cl::value_desc("F"), cl::cat(category)};
  cl::opt<std::string> recipe{
      "recipe",
      cl::desc("Quantize contractions, with scales of this origin: none "
               "(default), current, delayed, row, block or mx"),
      cl::value_desc("R"), cl::cat(category)};
  cl::opt<std::string> scope{
      "scope", cl::desc("Which contractions: linear (layers, default) or all"),
      cl::value_desc("S"), cl::cat(category)};
  cl::opt<std::string> format{
      "format",
      cl::desc("Of quantized tensors: hybrid (default), which is e4m3 for "
               "values and e5m2 for gradients, e4m3 or e5m2"),
      cl::value_desc("F"), cl::cat(category)};
  cl::list<std::string> overrides{
      "override",
      cl::desc("What tensors of matching names have of their own: wide, e4m3, "
               "e5m2, tensor, row, mx or block:MxN"),
      cl::value_desc("PATTERN=WHAT"), cl::cat(category)};
  cl::list<std::string> wideSteps{
      "wide-steps",
      cl::desc("Keep tensors of matching names wide at these steps"),
      cl::value_desc("PATTERN@FROM-TO"), cl::cat(category)};
  cl::opt<std::string> storage{
      "storage",
      cl::desc("Store parameters that contractions read and their moments as "
               "this preset says: fp32, bf16-residual, fp8-split8, "
               "fp8-split16, anyprecision or msamp; another one from step N "
               "on"),
      cl::value_desc("P[,N:P...]"), cl::cat(category)};
  cl::list<std::string> storageOverrides{
      "storage-override",
      cl::desc("Store parameters of matching names by another preset, and "
               "their 8-bit moments with a scale per group:N or block:MxN"),
      cl::value_desc("PATTERN=P[:GRANULES]"), cl::cat(category)};
  cl::opt<bool> lateNorm{
      "late-norm",
      cl::desc("Clip gradients by the norm of the step before, so that updates "
               "need not wait for the last one"),
      cl::cat(category)};
  cl::opt<std::string> outstanding{
      "max-outstanding-bytes",
      cl::desc("Bytes of gradients of --target=cpu, sim and cuda that wait for "
               "their updates (268435456)"),
      cl::value_desc("N"), cl::cat(category)};
  cl::opt<std::string> storagePolicy{
      "storage-policy",
      cl::desc("Where the scale of a stored e4m3 parameter comes from: bounded "
               "(default) or current"),
      cl::value_desc("S"), cl::cat(category)};
  cl::opt<std::string> target{
      "target",
      cl::desc(
          "What runs the step: reference, stock (default with --dump and "
          "--health), cpu (default), cuda, which is an NVIDIA GPU, or sim, "
          "which runs the kernels of a GPU on the CPU and checks them"),
      cl::value_desc("T"), cl::cat(category)};
  cl::opt<std::string> chip{
      "chip",
      cl::desc("What the kernels are compiled for, of --target=sim (sm_80) or "
               "of --target=cuda (the GPU that is there)"),
      cl::value_desc("SM"), cl::cat(category)};
  cl::opt<bool> convolutions{
      "convolutions",
      cl::desc(
          "Quantize convolutions that are products, as those of 1 x 1 are, "
          "like linear layers"),
      cl::cat(category)};
  cl::opt<bool> fastSums{
      "fast-sums",
      cl::desc("Sums of 8-bit products of --target=cuda may keep fewer bits "
               "than f32 has"),
      cl::cat(category)};
  cl::opt<bool> decodeBlocks{
      "decode-blocks",
      cl::desc(
          "Kernels of --target=cuda decode codes with scales of blocks, as "
          "for a cuBLASLt before that of CUDA 12.9"),
      cl::cat(category)};
  cl::opt<bool> tf32{
      "tf32",
      cl::desc("Products of f32 of --target=cuda may round operands to TF32"),
      cl::cat(category)};
  cl::opt<std::string> saveKernels{
      "save-kernels",
      cl::desc(
          "Write the code of the kernels of --target=cuda: FUNCTION.image, "
          "as the driver gets it, and FUNCTION.ll"),
      cl::value_desc("DIR"), cl::cat(category)};
  // LLVM's support for link-time optimization has --threads.
  cl::opt<std::string> threads{
      "num-threads",
      cl::desc("Threads of --target=cpu, on which no result depends (the CPUs "
               "that the process may use)"),
      cl::value_desc("N"), cl::cat(category)};
  cl::opt<std::string> wideType{
      "wide-type",
      cl::desc("What activations and gradients are kept in: f32 (default), as "
               "they are, or bf16"),
      cl::value_desc("T"), cl::cat(category)};
  cl::opt<std::string> remat{
      "remat",
      cl::desc("What the backward computes again instead of reading what the "
               "forward kept: none (default), selective, which is all but "
               "products, or full"),
      cl::value_desc("M"), cl::cat(category)};
  cl::opt<std::string> rematBudget{
      "remat-budget",
      cl::desc("Compute again as little as keeps no more than so many bytes "
               "for the backward"),
      cl::value_desc("BYTES"), cl::cat(category)};
  cl::opt<std::string> microbatches{
      "microbatches",
      cl::desc("Take each step from the mean of the gradients of N consecutive "
               "inputs; the file has the step of one"),
      cl::value_desc("N"), cl::cat(category)};
  cl::list<std::string> shared{
      "shared",
      cl::desc("Arguments of matching names are the same for all "
               "micro-batches, as those of rank 0 are"),
      cl::value_desc("PATTERN"), cl::cat(category)};
  cl::opt<std::string> steps{"steps", cl::desc("How many steps to run"),
                             cl::value_desc("N"), cl::cat(category)};
  cl::opt<std::string> inputs{
      "inputs",
      cl::desc("Tensors by argument name: states start from them, others are "
               "used at every step, or slice k mod S at step k under one extra "
               "leading dimension S; or random values"),
      cl::value_desc("F.safetensors|random:SEED"), cl::cat(category)};
  cl::list<std::string> arguments{
      "arg",
      cl::desc("One argument, by number or name: a value for every element, a "
               "counter, a file or random values in [LO, HI)"),
      cl::value_desc("I=VALUE|counter:START|F.npy|random:SEED[:LO:HI]"),
      cl::cat(category)};
  cl::opt<std::string> loss{
      "loss", cl::desc("The number of the result that is the loss"),
      cl::value_desc("I"), cl::cat(category)};
  cl::opt<std::string> outputs{
      "outputs", cl::desc("Write the results of the last step"),
      cl::value_desc("F.safetensors"), cl::cat(category)};
  cl::opt<std::string> csv{"csv", cl::desc("Write step,loss,seconds"),
                           cl::value_desc("F.csv"), cl::cat(category)};
  cl::opt<std::string> plot{"plot", cl::desc("Draw the loss"),
                            cl::value_desc("F.svg"), cl::cat(category)};
  cl::opt<std::string> dump{
      "dump",
      cl::desc("Write input, codes and scale_inv of every fp8.quantize "
               "in the last step"),
      cl::value_desc("F.safetensors"), cl::cat(category)};
  cl::opt<std::string> health{
      "health",
      cl::desc("Write saturations, underflows and non-finite amaxes "
               "of every fp8.quantize, over all steps"),
      cl::value_desc("F.json"), cl::cat(category)};
  cl::opt<std::string> checkpoint{
      "checkpoint",
      cl::desc("Write checkpoints to this folder: at the end, and as "
               "--checkpoint-every says; the last two are kept"),
      cl::value_desc("DIR"), cl::cat(category)};
  cl::opt<std::string> checkpointEvery{
      "checkpoint-every", cl::desc("Write a checkpoint every N steps"),
      cl::value_desc("N"), cl::cat(category)};
  cl::opt<bool> resume{
      "resume",
      cl::desc("Go on from the latest valid checkpoint of --checkpoint; "
               "--steps counts from the first step of all"),
      cl::cat(category)};
  cl::opt<bool> explain{
      "explain",
      cl::desc("Print each argument, what updates it and how it "
               "starts"),
      cl::cat(category)};
  cl::opt<std::string> report{
      "report",
      cl::desc(
          "Print the kernels of the compiled step, what they move and what "
          "memory it takes: table (default) or json"),
      cl::value_desc("F"), cl::ValueOptional, cl::cat(category)};
  cl::opt<bool> bench{"bench",
                      cl::desc("Print the median time of a step as JSON"),
                      cl::cat(category)};
  cl::opt<std::string> peakFlops{
      "peak-flops",
      cl::desc("What the machine can do in a second: --bench prints which part "
               "of it the products of a step take"),
      cl::value_desc("F"), cl::cat(category)};
  cl::opt<std::string> items{
      "items",
      cl::desc("Items of a step, such as tokens: --bench prints them per "
               "second"),
      cl::value_desc("N"), cl::cat(category)};
};
} // namespace

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

void run::reportError(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "fp8-run") << message << '\n';
}

template <typename T>
static bool parseChoice(StringRef option, StringRef text, T &value,
                        ArrayRef<std::pair<StringRef, T>> choices) {
  if (text.empty())
    return true;
  for (auto [name, choice] : choices)
    if (name == text) {
      value = choice;
      return true;
    }
  reportError("unsupported " + option + " '" + text + "'; supported are " +
              llvm::join(llvm::make_first_range(choices), ", "));
  return false;
}

/// A whole number that is not smaller than `least`.
template <typename T>
static bool parseNumber(StringRef option, StringRef text, T least, T &value) {
  if (!text.getAsInteger(10, value) && value >= least)
    return true;
  reportError("expected --" + option + " to be a whole number from " +
              Twine(least) + ", but got '" + text + "'");
  return false;
}

static bool parseChip(StringRef text, Options &options) {
  if (text.empty())
    return true;
  options.chip = text.str();
  auto names =
      llvm::map_range(getChips(), [](const Chip &c) { return c.name; });
  if (llvm::is_contained(names, text))
    return true;
  reportError("unsupported chip '" + text + "'; supported are " +
              llvm::join(names, ", "));
  return false;
}

static bool parseFormat(StringRef text, Options &options) {
  std::pair<Format, Format> formats = {options.forwardFormat,
                                       options.backwardFormat};
  if (!parseChoice<std::pair<Format, Format>>(
          "format", text, formats,
          {{"hybrid", {Format::E4M3, Format::E5M2}},
           {"e4m3", {Format::E4M3, Format::E4M3}},
           {"e5m2", {Format::E5M2, Format::E5M2}}}))
    return false;
  std::tie(options.forwardFormat, options.backwardFormat) = formats;
  return true;
}

/// `PRESET[,STEP:PRESET...]`
static bool parseStorage(StringRef text, Options &options) {
  auto parsePreset = [](StringRef name, StoragePreset &preset) {
    return parseChoice<StoragePreset>(
        "storage", name, preset,
        {{"fp32", StoragePreset::FP32},
         {"bf16-residual", StoragePreset::BF16Residual},
         {"fp8-split8", StoragePreset::FP8Split8},
         {"fp8-split16", StoragePreset::FP8Split16},
         {"anyprecision", StoragePreset::AnyPrecision},
         {"msamp", StoragePreset::MSAMP}});
  };
  auto [first, rest] = text.split(',');
  if (!parsePreset(first, options.storage))
    return false;
  int64_t last = 0;
  while (!rest.empty()) {
    StringRef change;
    std::tie(change, rest) = rest.split(',');
    auto [number, name] = change.split(':');
    int64_t step;
    if (name.empty() || number.getAsInteger(10, step) || step <= last) {
      reportError("expected --storage=PRESET,STEP:PRESET,... with steps that "
                  "grow from 1, but got '" +
                  change + "'");
      return false;
    }
    StoragePreset preset;
    if (!parsePreset(name, preset))
      return false;
    options.storageChanges.push_back({step, preset});
    last = step;
  }
  return true;
}

static bool parseInputs(StringRef text, Options &options) {
  if (!text.consume_front("random:")) {
    options.inputsFile = text.str();
    return true;
  }
  uint64_t seed;
  if (!parseNumber<uint64_t>("inputs=random:SEED", text, 0, seed))
    return false;
  options.inputsSeed = seed;
  return true;
}

static bool checkCheckpoints(const Options &options) {
  std::pair<StringRef, bool> needFolder[] = {
      {"--checkpoint-every", options.checkpointEvery != 0},
      {"--resume", options.resume}};
  for (auto [option, isGiven] : needFolder)
    if (isGiven && options.checkpoint.empty()) {
      reportError("expected --checkpoint=DIR with " + option);
      return false;
    }
  if (options.resume && !options.health.empty()) {
    reportError("expected no --health with --resume, because a checkpoint does "
                "not hold the counters of the steps before it");
    return false;
  }
  if (!options.checkpoint.empty() && !options.storageChanges.empty()) {
    reportError("expected one preset in --storage with --checkpoint, because a "
                "checkpoint is of one graph");
    return false;
  }
  return true;
}

/// What no file and no graph can make meaningful.
static bool checkCombinations(const CommandLine &line, const Options &options) {
  if (options.steps == 0) {
    std::pair<StringRef, bool> needSteps[] = {
        {"--outputs", !options.outputs.empty()},
        {"--csv", !options.csv.empty()},
        {"--plot", !options.plot.empty()},
        {"--dump", !options.dump.empty()},
        {"--health", !options.health.empty()},
        {"--checkpoint", !options.checkpoint.empty()},
        {"--bench", options.bench}};
    for (auto [option, isGiven] : needSteps)
      if (isGiven) {
        reportError("expected --steps=N, because there is nothing for " +
                    option + " without a step");
        return false;
      }
    if (!options.explain && options.report.empty()) {
      reportError("expected --steps=N, --explain or --report");
      return false;
    }
  }
  if (!options.report.empty() && options.target != Target::Cpu &&
      options.target != Target::Cuda) {
    reportError("expected --target=cpu or --target=cuda with --report, because "
                "no other target plans memory for kernels");
    return false;
  }
  std::pair<StringRef, bool> needRecipe[] = {
      {"--scope", !line.scope.empty()},
      {"--convolutions", line.convolutions},
      {"--format", !line.format.empty()},
      {"--override", !line.overrides.empty()},
      {"--wide-steps", !line.wideSteps.empty()}};
  for (auto [option, isGiven] : needRecipe)
    if (isGiven && options.recipe == Recipe::None) {
      reportError("expected a --recipe other than none with " + option +
                  ", because nothing else quantizes contractions");
      return false;
    }
  if (!options.shared.empty() && options.microbatches == 1) {
    reportError("expected --microbatches=N with --shared, because nothing else "
                "takes several inputs in a step");
    return false;
  }
  if (!line.storagePolicy.empty() && !options.storesStates()) {
    reportError("expected a --storage other than fp32 with --storage-policy, "
                "because nothing else stores states with a scale");
    return false;
  }
  if (options.maxOutstandingBytes && (options.target == Target::Reference ||
                                      options.target == Target::Stock)) {
    reportError("expected --target=cpu, sim or cuda with "
                "--max-outstanding-bytes, because nothing else plans memory");
    return false;
  }
  if (!line.chip.empty() && options.target != Target::Sim &&
      options.target != Target::Cuda) {
    reportError("expected --target=sim or --target=cuda with --chip, because "
                "nothing else compiles for a chip");
    return false;
  }
  std::pair<StringRef, bool> needBench[] = {
      {"--peak-flops", options.peakFlops != 0},
      {"--items", options.items != 0}};
  for (auto [option, isGiven] : needBench)
    if (isGiven && !options.bench) {
      reportError("expected --bench with " + option);
      return false;
    }
  if (options.peakFlops != 0 && options.target != Target::Cpu &&
      options.target != Target::Cuda) {
    reportError("expected --target=cpu or --target=cuda with --peak-flops, "
                "because no other target counts products");
    return false;
  }
  std::pair<StringRef, bool> needCuda[] = {
      {"--fast-sums", options.fastSums},
      {"--decode-blocks", options.decodeBlocks},
      {"--tf32", options.useTF32},
      {"--save-kernels", !options.saveKernels.empty()}};
  for (auto [option, isGiven] : needCuda)
    if (isGiven && options.target != Target::Cuda) {
      reportError("expected --target=cuda with " + option);
      return false;
    }
  bool observes = !options.dump.empty() || !options.health.empty();
  if (observes && options.target != Target::Reference &&
      options.target != Target::Stock) {
    reportError(
        "expected --target=reference or --target=stock with --dump and "
        "--health, because kernels keep no tensors that only they read");
    return false;
  }
  if (!line.threads.empty() && options.target != Target::Cpu) {
    reportError("expected --target=cpu with --num-threads, because every other "
                "target runs on one thread");
    return false;
  }
  if (!checkCheckpoints(options))
    return false;
  SmallVector<StringRef> paths;
  for (StringRef path : {options.outputs, options.csv, options.plot,
                         options.dump, options.health}) {
    // Devices such as /dev/null take any number of files.
    if (path.empty() || path.starts_with("/dev/"))
      continue;
    if (llvm::is_contained(paths, path)) {
      reportError("expected a file for each output, but " + path +
                  " is given twice");
      return false;
    }
    paths.push_back(path);
  }
  return true;
}

std::optional<Options> run::parseOptions(int argc, char **argv) {
  // --mlir-timing, --mlir-print-ir-after-all and the like.
  registerPassManagerCLOptions();
  CommandLine line;
  cl::HideUnrelatedOptions(line.category);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "Runs a training step again and again\n", &llvm::errs()))
    return std::nullopt;

  Options options;
  options.inputFile = line.inputFile;
  options.entry = line.entry;
  if (!parseChoice<Recipe>("recipe", line.recipe, options.recipe,
                           {{"none", Recipe::None},
                            {"current", Recipe::Current},
                            {"delayed", Recipe::Delayed},
                            {"row", Recipe::Row},
                            {"block", Recipe::Block},
                            {"mx", Recipe::MX}}) ||
      !parseChoice<ContractionScope>("scope", line.scope, options.scope,
                                     {{"linear", ContractionScope::Linear},
                                      {"all", ContractionScope::All}}) ||
      !parseFormat(line.format, options) ||
      !parseChoice<Target>("target", line.target, options.target,
                           {{"reference", Target::Reference},
                            {"stock", Target::Stock},
                            {"cpu", Target::Cpu},
                            {"sim", Target::Sim},
                            {"cuda", Target::Cuda}}))
    return std::nullopt;
  if (line.target.empty() && (!line.dump.empty() || !line.health.empty()))
    options.target = Target::Stock;
  options.overrides = line.overrides;
  options.wideSteps = line.wideSteps;
  options.storageOverrides = line.storageOverrides;
  if (!parseStorage(line.storage, options) ||
      !parseChoice<ScalePolicy>("storage policy", line.storagePolicy,
                                options.storagePolicy,
                                {{"bounded", ScalePolicy::Bounded},
                                 {"current", ScalePolicy::Current}}) ||
      !parseChip(line.chip, options))
    return std::nullopt;
  if (!line.threads.empty() &&
      !parseNumber<int32_t>("num-threads", line.threads, 1, options.threads))
    return std::nullopt;
  if (!line.steps.empty() &&
      !parseNumber<int64_t>("steps", line.steps, 1, options.steps))
    return std::nullopt;
  if (!line.outstanding.empty() &&
      !parseNumber<int64_t>("max-outstanding-bytes", line.outstanding, 0,
                            options.maxOutstandingBytes.emplace()))
    return std::nullopt;
  options.lateNorm = line.lateNorm;
  if (!parseChoice<std::string>("wide type", line.wideType, options.wideType,
                                {{"f32", "f32"}, {"bf16", "bf16"}}))
    return std::nullopt;
  if (!parseChoice<RematMode>("remat", line.remat, options.remat,
                              {{"none", RematMode::None},
                               {"selective", RematMode::Selective},
                               {"full", RematMode::Full}}) ||
      (!line.rematBudget.empty() &&
       !parseNumber<int64_t>("remat-budget", line.rematBudget, 0,
                             options.rematBudget)))
    return std::nullopt;
  if (line.remat == "none" && options.rematBudget >= 0) {
    reportError("expected no --remat-budget with --remat=none, which computes "
                "nothing again");
    return std::nullopt;
  }
  if (!line.microbatches.empty() &&
      !parseNumber<int64_t>("microbatches", line.microbatches, 1,
                            options.microbatches))
    return std::nullopt;
  options.shared = line.shared;
  if (!line.loss.empty()) {
    unsigned loss;
    if (!parseNumber<unsigned>("loss", line.loss, 0, loss))
      return std::nullopt;
    options.loss = loss;
  }
  if (!parseInputs(line.inputs, options))
    return std::nullopt;
  for (const std::string &text : line.arguments) {
    std::optional<ArgumentOption> argument = parseArgumentOption(text);
    if (!argument)
      return std::nullopt;
    options.arguments.push_back(std::move(*argument));
  }
  options.outputs = line.outputs;
  options.csv = line.csv;
  options.plot = line.plot;
  options.dump = line.dump;
  options.health = line.health;
  options.checkpoint = line.checkpoint;
  options.resume = line.resume;
  if (!line.checkpointEvery.empty() &&
      !parseNumber<int64_t>("checkpoint-every", line.checkpointEvery, 1,
                            options.checkpointEvery))
    return std::nullopt;
  if (line.report.getNumOccurrences() != 0 &&
      !parseChoice<std::string>(
          "report", line.report.empty() ? "table" : StringRef(line.report),
          options.report, {{"table", "table"}, {"json", "json"}}))
    return std::nullopt;
  options.convolutions = line.convolutions;
  options.fastSums = line.fastSums;
  options.decodeBlocks = line.decodeBlocks;
  options.useTF32 = line.tf32;
  options.saveKernels = line.saveKernels;
  options.explain = line.explain;
  options.bench = line.bench;
  if (!line.items.empty() &&
      !parseNumber<int64_t>("items", line.items, 1, options.items))
    return std::nullopt;
  if (!line.peakFlops.empty() &&
      (!llvm::to_float(line.peakFlops, options.peakFlops) ||
       !(options.peakFlops > 0))) {
    reportError("expected --peak-flops to be a positive number, but got '" +
                line.peakFlops + "'");
    return std::nullopt;
  }
  if (!checkCombinations(line, options))
    return std::nullopt;
  return options;
}
