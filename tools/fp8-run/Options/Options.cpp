//===- Options.cpp - Parser of the command line of fp8-run ----------------===//

#include "Messages.h"
#include "Options/CommandLine.h"
#include "fp8/Driver/OptionText.h"

#include "fp8/Utils/PipelineOptions.h"
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
// Parsers for the kinds of options. All return true if the option is absent.
//===----------------------------------------------------------------------===//

using TextOption = cl::opt<std::string>;

/// Parses one of the choices of an enum.
template <typename Enum>
static bool parseOption(StringRef what, StringRef text, Enum &value) {
  if (text.empty())
    return true;
  if (std::optional<Enum> found = parseChoice<Enum>(text)) {
    value = *found;
    return true;
  }
  reportError("unsupported " + what + " '" + text + "'; supported are " +
              listChoices<Enum>());
  return false;
}

/// Parses one of the choices of an option of the pipeline.
template <typename Option>
static bool parseShared(StringRef what, StringRef text, Option &option) {
  auto value = option.getValue();
  if (!parseOption(what, text, value))
    return false;
  option = value;
  return true;
}

/// Parses a whole number that is at least `least`.
template <typename T>
static bool parseNumber(StringRef option, StringRef text, T least, T &value) {
  if (!text.getAsInteger(10, value) && value >= least)
    return true;
  reportError("expected --" + option + " to be a whole number " +
              (option.ends_with("bytes") || option.ends_with("budget")
                   ? "of bytes "
                   : "") +
              "from " + Twine(least) + ", but got '" + text + "'");
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

/// Parses numbers or names; the pass that annotates the step searches for them.
static bool parseLoss(const TextOption &option, Options &options) {
  if (option.empty())
    return true;
  options.train->loss = option.getValue();
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

static bool parseFormat(StringRef text, Options &options) {
  if (text.empty())
    return true;
  bool isHybrid = text == "hybrid";
  std::optional<Format> format = parseChoice<Format>(text);
  if (!isHybrid && !format) {
    reportError("unsupported format '" + text + "'; supported are hybrid, " +
                listChoices<Format>());
    return false;
  }
  options.train->forwardFormat = isHybrid ? Format::E4M3 : *format;
  options.train->backwardFormat = isHybrid ? Format::E5M2 : *format;
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
  return parseOption("storage", name, preset);
}

static bool parseInputsStorage(StringRef text, Options &options) {
  return text.empty() ||
         parsePreset(text, options.inputsStorage.emplace(StoragePreset::FP32));
}

/// Parses `[0:]PRESET[,STEP:PRESET...]`.
static bool parseStorage(StringRef text, Options &options) {
  if (text.empty())
    return true;
  text.consume_front("0:");
  std::vector<std::string> items;
  for (StringRef item : llvm::split(text, ','))
    items.push_back(item.str());
  items = joinPrecisions(items);
  StoragePreset first = options.train->storage;
  if (!parsePreset(items.front(), first))
    return false;
  options.train->storage = first;
  int64_t last = 0;
  for (StringRef change : ArrayRef(items).drop_front()) {
    auto [number, name] = change.split(':');
    int64_t step;
    if (name.empty() || number.getAsInteger(10, step) || step <= last) {
      reportError("expected --storage=PRESET,STEP:PRESET,... with ascending "
                  "steps of at least 1, but got '" +
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
  if (text == "random") {
    reportError("expected --inputs=random:SEED, such as --inputs=random:1, or "
                "--inputs=./random for a file of this name, but got "
                "--inputs=random");
    return false;
  }
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
  ReportFormat parsed = ReportFormat::Table;
  if (!parseOption("report", format, parsed))
    return false;
  options.report = format.str();
  return true;
}

//===----------------------------------------------------------------------===//
// All options
//===----------------------------------------------------------------------===//

/// Parses `text`, the value of the flag `where`. `hint` says where to read the
/// valid options.
static bool setOptions(mlir::detail::PassOptions &options, const Twine &text,
                       StringRef where, StringRef hint) {
  std::string reason;
  if (succeeded(parsePipelineOptions(text.str(), options, reason, hint)))
    return true;
  if (!reason.empty())
    reportError("in " + where + ": " + reason);
  return false;
}

/// Parses the options of --fp8-train-pipeline. fp8-run has one different
/// default: it quantizes only if requested.
static bool parsePipeline(StringRef text, TrainPipelineOptions &train) {
  train.recipe = Recipe::None;
  return setOptions(train, text, "--train",
                    "; fp8-opt --help lists those of --fp8-train-pipeline");
}

/// Parses the flags that are aliases of options of --fp8-train-pipeline.
static bool parseTraining(const CommandLine &line, Options &options) {
  options.train = std::make_shared<TrainPipelineOptions>();
  TrainPipelineOptions &train = *options.train;
  if (!parsePipeline(line.train, train))
    return false;
  if (!line.entry.empty())
    train.entry = line.entry.getValue();
  auto set = [](auto &option, const llvm::cl::list<std::string> &values) {
    if (!values.empty())
      option = ArrayRef<std::string>(values);
  };
  set(train.override, line.overrides);
  set(train.wideSteps, line.wideSteps);
  set(train.storageOverride, line.storageOverrides);
  set(train.shared, line.shared);
  set(train.shardOverride, line.shardOverrides);
  if (line.lateNorm)
    train.lateNorm = true;
  if (line.convolutions)
    train.convolutions = true;
  int64_t rematBudget = train.rematBudget, microbatches = train.microbatches;
  int64_t shardMinElements = train.shardMinElements;
  int64_t exchangeBytes = train.exchangeBytes;
  if (!parseShared("recipe", line.recipe, train.recipe) ||
      !parseShared("scope", line.scope, train.scope) ||
      !parseFormat(line.format, options) ||
      !parseStorage(line.storage, options) ||
      !parseShared("storage policy", line.storagePolicy, train.storagePolicy) ||
      !parseShared("wide type", line.wideType, train.wideType) ||
      !parseShared("attention", line.attention, train.attention) ||
      !parseShared("remat", line.remat, train.remat) ||
      !parseNumber<int64_t>(line.rematBudget, 0, rematBudget) ||
      !parseNumber<int64_t>(line.microbatches, 1, microbatches) ||
      !parseShared("shard policy", line.shard, train.shard) ||
      !parseShared("reshard mode", line.reshard, train.reshard) ||
      !parseShared("wire type", line.wire, train.wire) ||
      !parseNumber<int64_t>(line.shardMinElements, 0, shardMinElements) ||
      !parseNumber<int64_t>(line.exchangeBytes, 0, exchangeBytes))
    return false;
  train.exchangeBytes = exchangeBytes;
  train.shardMinElements = shardMinElements;
  train.rematBudget = rematBudget;
  train.microbatches = microbatches;
  return parseLoss(line.loss, options);
}

namespace {
/// A flag that is an option of some targets.
struct TargetFlag {
  StringRef name;
  /// Text of the option; empty if the flag is absent.
  std::string text;
};
} // namespace

static SmallVector<TargetFlag> getTargetFlags(const CommandLine &line) {
  auto isOn = [](bool flag) { return flag ? "true" : ""; };
  return {{"chip", line.chip},
          {"decode-blocks", line.decodeBlocks},
          {"deterministic", isOn(line.deterministic)},
          {"fast-sums", isOn(line.fastSums)},
          {"max-outstanding-bytes", line.outstanding},
          {"num-threads", line.threads},
          {"save-kernels", line.saveKernels},
          {"tf32", isOn(line.tf32)}};
}

/// Reports that `flag` requires another target, with a list of targets that
/// have it.
static void reportForeign(StringRef flag) {
  SmallVector<std::string> names;
  for (const Target *target : getTargets())
    if (target->createOptions()->has(flag))
      names.push_back(("--target=" + target->getName()).str());
  reportError("expected " + llvm::join(names, " or ") + " with --" + flag +
              ", because no other target has this option");
}

static const Target *findTarget(const CommandLine &line) {
  bool observes = !line.dump.empty() || !line.health.empty();
  StringRef name = line.target.empty() ? (observes ? "upstream" : "cpu")
                                       : StringRef(line.target);
  if (const Target *target = lookupTarget(name))
    return target;
  reportError("unsupported target '" + name + "'; supported are " +
              llvm::join(llvm::map_range(getTargets(),
                                         [](const Target *target) {
                                           return target->getName();
                                         }),
                         ", "));
  return nullptr;
}

static bool setOption(TargetOptions &options, const Twine &text,
                      StringRef where) {
  return setOptions(options, text, where,
                    "; fp8-run --help has a flag for each, with its targets");
}

/// Finds the target, and parses its options.
static bool parseTarget(const CommandLine &line, Options &options) {
  options.target = findTarget(line);
  if (!options.target)
    return false;
  options.targetOptions = options.target->createOptions();
  TargetOptions &target = *options.targetOptions;
  if (failed(reportError(
          checkTargetText("--target-options", line.targetOptions.getValue()))))
    return false;
  int64_t number;
  if (!parseNumber<int64_t>(line.threads, 1, number) ||
      !parseNumber<int64_t>(line.outstanding, 0, number) ||
      !setOption(target, line.targetOptions.getValue(), "--target-options"))
    return false;
  for (const TargetFlag &flag : getTargetFlags(line)) {
    if (flag.text.empty())
      continue;
    if (!target.has(flag.name)) {
      reportForeign(flag.name);
      return false;
    }
    if (!setOption(target, flag.name + "={" + flag.text + "}",
                   ("--" + flag.name).str()))
      return false;
  }
  shareChoices(*options.train, target);
  if (line.bench && target.has("count-traffic") &&
      !setOption(target, "count-traffic=true", "--bench"))
    return false;
  return succeeded(reportError(options.target->verifyOptions(target)));
}

/// Parses `G,...`.
static bool parseGroups(ArrayRef<std::string> texts, Options &options) {
  SmallVector<int64_t> groups;
  for (const std::string &text : texts)
    if (!parseNumber<int64_t>("groups", text, 1, groups.emplace_back()))
      return false;
  if (!groups.empty())
    options.train->groups = ArrayRef<int64_t>(groups);
  return true;
}

/// Parses the options of inputs and outputs.
static bool parseRun(const CommandLine &line, Options &options) {
  if (!parseInputFile(line.inputFiles, options))
    return false;
  options.outputs = line.outputs;
  options.csv = line.csv;
  options.plot = line.plot;
  options.saveInputs = line.saveInputs;
  options.dump = line.dump;
  options.health = line.health;
  options.html = line.html;
  options.trace = line.trace;
  options.compare = line.compare;
  options.checkFinite = line.checkFinite;
  options.unpack = line.unpack;
  options.checkpoint = line.checkpoint;
  options.resume = line.resume;
  options.explain = line.explain;
  options.bench = line.bench;
  if (!line.comm.empty() && line.comm != "loopback" && line.comm != "mpi") {
    reportError("unsupported --comm '" + line.comm +
                "'; supported are loopback and mpi");
    return false;
  }
  bool isMPI = line.comm.empty() ? wasStartedByMPI() : line.comm == "mpi";
  options.comm = isMPI ? Options::Comm::MPI : Options::Comm::Loopback;
  return parseNumber<int64_t>(line.steps, 1, options.steps) &&
         parseMesh(line.mesh.getValue(), options) &&
         parseGroups(line.groups, options) &&
         parseNumber<int64_t>(line.commTimeout, 1, options.commTimeout) &&
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
  // Registers --mlir-timing, --mlir-print-ir-after-all and similar options.
  registerPassManagerCLOptions();
  registerAllTargets();
  CommandLine line;
  cl::HideUnrelatedOptions({&line.graph, &line.precision, &line.memory,
                            &line.run, &line.output, &line.debugging});
  if (!checkFlags({argv, static_cast<size_t>(argc)}))
    return std::nullopt;
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "Trains: runs a training step N times and prints the loss\n",
          &llvm::errs()))
    return std::nullopt;
  Options options;
  if (!parseTraining(line, options) || !parseTarget(line, options) ||
      !parseRun(line, options) || !checkCombinations(line, options))
    return std::nullopt;
  return options;
}
