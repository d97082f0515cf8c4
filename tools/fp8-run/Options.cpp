//===- Options.cpp - What a run is asked to do ----------------------------===//

#include "CommandLine.h"

#include "fp8/Conversion/NVVM/Chip.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
namespace cl = llvm::cl;

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

/// `[0:]PRESET[,STEP:PRESET...]`
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
  text.consume_front("0:");
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
