//===- Options.cpp - What a run is asked to do ----------------------------===//

#include "Messages.h"
#include "Options/CommandLine.h"

#include "fp8/Conversion/GPUToPTX/Chip.h"
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
  llvm::WithColor::error(getErrorStream(), "fp8-run") << message << '\n';
}

LogicalResult run::reportError(llvm::Error error) {
  if (!error)
    return success();
  reportError(llvm::toString(std::move(error)));
  return failure();
}

//===----------------------------------------------------------------------===//
// Kinds of options. All are true where the option is absent.
//===----------------------------------------------------------------------===//

using TextOption = cl::opt<std::string>;

template <typename T>
static bool parseChoice(StringRef what, StringRef text, T &value,
                        ArrayRef<std::pair<StringRef, T>> choices) {
  if (text.empty())
    return true;
  for (auto [name, choice] : choices)
    if (name == text) {
      value = choice;
      return true;
    }
  reportError("unsupported " + what + " '" + text + "'; supported are " +
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

template <typename T>
static bool parseNumber(const TextOption &option, T least, T &value) {
  return option.empty() || parseNumber(option.ArgStr, option, least, value);
}

template <typename T>
static bool parseNumber(const TextOption &option, T least,
                        std::optional<T> &value) {
  return option.empty() || parseNumber(option, least, value.emplace());
}

static bool parsePositive(const TextOption &option, double &value) {
  if (option.empty() || (llvm::to_float(option, value) && value > 0))
    return true;
  reportError("expected --" + option.ArgStr +
              " to be a positive number, but got '" + option + "'");
  return false;
}

//===----------------------------------------------------------------------===//
// Options with a grammar of their own
//===----------------------------------------------------------------------===//

/// Numbers or names; the pass that annotates the step looks for them.
static bool parseLoss(const TextOption &option, Options &options) {
  options.loss = option;
  if (option.empty())
    return true;
  for (StringRef text : llvm::split(StringRef(option), ',')) {
    int64_t number;
    if (!text.getAsInteger(10, number) &&
        !parseNumber<int64_t>("loss", text, 0, number))
      return false;
    if (text.empty()) {
      reportError("expected --loss to list numbers or names of results, but "
                  "got '" +
                  option + "'");
      return false;
    }
  }
  return true;
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

static bool parsePreset(StringRef name, StoragePreset &preset) {
  if (std::optional<StoragePreset> found = parseStoragePreset(name)) {
    preset = *found;
    return true;
  }
  if (name.starts_with("anyprecision:")) {
    reportError("unsupported storage '" + name + kPrecisionSyntax);
    return false;
  }
  return parseChoice<StoragePreset>(
      "storage", name, preset,
      {{"fp32", StoragePreset::FP32},
       {"bf16-residual", StoragePreset::BF16Residual},
       {"fp8-split8", StoragePreset::FP8Split8},
       {"fp8-split16", StoragePreset::FP8Split16},
       {"anyprecision", StoragePreset::AnyPrecision},
       {"msamp", StoragePreset::MSAMP}});
}

static bool parseInputsStorage(StringRef text, Options &options) {
  return text.empty() ||
         parsePreset(text, options.inputsStorage.emplace(StoragePreset::FP32));
}

/// `[0:]PRESET[,STEP:PRESET...]`
static bool parseStorage(StringRef text, Options &options) {
  text.consume_front("0:");
  std::vector<std::string> items;
  for (StringRef item : llvm::split(text, ','))
    items.push_back(item.str());
  items = joinPrecisions(items);
  if (!parsePreset(items.front(), options.storage))
    return false;
  int64_t last = 0;
  for (StringRef change : ArrayRef(items).drop_front()) {
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

static bool parseArguments(ArrayRef<std::string> texts, Options &options) {
  for (const std::string &text : texts) {
    std::optional<ArgumentOption> argument = parseArgumentOption(text);
    if (!argument)
      return false;
    options.arguments.push_back(std::move(*argument));
  }
  return true;
}

static bool parseReport(const TextOption &option, Options &options) {
  if (option.getNumOccurrences() == 0)
    return true;
  StringRef format = option.empty() ? "table" : StringRef(option);
  return parseChoice<std::string>("report", format, options.report,
                                  {{"table", "table"}, {"json", "json"}});
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

/// What --fp8-train-pipeline is told.
static bool parseTraining(CommandLine &line, Options &options) {
  options.entry = line.entry;
  options.overrides = line.overrides;
  options.wideSteps = line.wideSteps;
  options.storageOverrides = line.storageOverrides;
  options.lateNorm = line.lateNorm;
  options.shared = line.shared;
  options.convolutions = line.convolutions;
  return parseChoice<Recipe>("recipe", line.recipe, options.recipe,
                             {{"none", Recipe::None},
                              {"current", Recipe::Current},
                              {"delayed", Recipe::Delayed},
                              {"row", Recipe::Row},
                              {"block", Recipe::Block},
                              {"mx", Recipe::MX}}) &&
         parseChoice<ContractionScope>("scope", line.scope, options.scope,
                                       {{"linear", ContractionScope::Linear},
                                        {"all", ContractionScope::All}}) &&
         parseFormat(line.format, options) &&
         parseStorage(line.storage, options) &&
         parseChoice<ScalePolicy>("storage policy", line.storagePolicy,
                                  options.storagePolicy,
                                  {{"bounded", ScalePolicy::Bounded},
                                   {"current", ScalePolicy::Current}}) &&
         parseChoice<WideType>(
             "wide type", line.wideType, options.wideType,
             {{"f32", WideType::F32}, {"bf16", WideType::BF16}}) &&
         parseChoice<RematMode>("remat", line.remat, options.remat,
                                {{"none", RematMode::None},
                                 {"selective", RematMode::Selective},
                                 {"full", RematMode::Full}}) &&
         parseNumber<int64_t>(line.rematBudget, 0, options.rematBudget) &&
         parseNumber<int64_t>(line.microbatches, 1, options.microbatches) &&
         parseLoss(line.loss, options);
}

/// What runs the step.
static bool parseTarget(const CommandLine &line, Options &options) {
  if (!line.dump.empty() || !line.health.empty())
    options.target = Target::Stock;
  options.fastSums = line.fastSums;
  options.useTF32 = line.tf32;
  options.saveKernels = line.saveKernels;
  if (!parseChoice<BlockDecoding>("decode-blocks", line.decodeBlocks,
                                  options.decodeBlocks,
                                  {{"never", BlockDecoding::Never},
                                   {"where-needed", BlockDecoding::WhereNeeded},
                                   {"always", BlockDecoding::Always}}))
    return false;
  return parseChoice<Target>("target", line.target, options.target,
                             {{"reference", Target::Reference},
                              {"stock", Target::Stock},
                              {"cpu", Target::CPU},
                              {"sim", Target::Sim},
                              {"cuda", Target::CUDA}}) &&
         parseChip(line.chip, options) &&
         parseNumber<int32_t>(line.threads, 1, options.threads) &&
         parseNumber<int64_t>(line.outstanding, 0, options.maxOutstandingBytes);
}

/// What goes in and comes out.
static bool parseRun(const CommandLine &line, Options &options) {
  options.inputFile = line.inputFile;
  options.outputs = line.outputs;
  options.csv = line.csv;
  options.plot = line.plot;
  options.dump = line.dump;
  options.health = line.health;
  options.unpack = line.unpack;
  options.checkpoint = line.checkpoint;
  options.resume = line.resume;
  options.explain = line.explain;
  options.bench = line.bench;
  return parseNumber<int64_t>(line.steps, 1, options.steps) &&
         parseInputs(line.inputs, options) &&
         parseInputsStorage(line.inputsStorage, options) &&
         parseArguments(line.arguments, options) &&
         parseNumber<int64_t>(line.checkpointEvery, 1,
                              options.checkpointEvery) &&
         parseReport(line.report, options) &&
         parseNumber<int64_t>(line.items, 1, options.items) &&
         parsePositive(line.peakFlops, options.peakFlops);
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
  if (!parseTraining(line, options) || !parseTarget(line, options) ||
      !parseRun(line, options) || !checkCombinations(line, options))
    return std::nullopt;
  return options;
}
