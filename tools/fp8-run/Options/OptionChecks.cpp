//===- OptionChecks.cpp - Invalid combinations of options -----------------===//

#include "Options/CommandLine.h"

#include "Files/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

namespace {
/// Reports "expected NEEDED with OPTION, because REASON" for the first option
/// that is given without the option that it requires.
struct Rule {
  StringRef needed;
  bool isThere;
  SmallVector<std::pair<StringRef, bool>> options;
  StringRef reason = {};
};
} // namespace

static bool check(ArrayRef<Rule> rules) {
  for (const Rule &rule : rules)
    for (auto [option, isGiven] : rule.options) {
      if (rule.isThere || !isGiven)
        continue;
      std::string reason;
      if (!rule.reason.empty())
        reason = (", because " + rule.reason).str();
      reportError("expected " + rule.needed + " with " + option + reason);
      return false;
    }
  return true;
}

static bool checkGraph(const CommandLine &line, const Options &options) {
  return check({{"a --recipe other than none",
                 options.train->recipe != Recipe::None,
                 {{"--scope", !line.scope.empty()},
                  {"--convolutions", line.convolutions},
                  {"--format", !line.format.empty()},
                  {"--override", !line.overrides.empty()},
                  {"--wide-steps", !line.wideSteps.empty()}},
                 "nothing else quantizes contractions"},
                {"--microbatches=N",
                 options.train->microbatches != 1,
                 {{"--groups", !options.train->groups.empty()}},
                 "nothing else is added in groups"},
                {"--microbatches=N or --mesh=dp:N",
                 options.train->microbatches != 1 || !line.mesh.empty(),
                 {{"--shared", !options.train->shared.empty()}},
                 "without it, a step has one input"},
                {"no --remat-budget",
                 options.train->rematBudget < 0,
                 {{"--remat=none", line.remat == "none"}},
                 "it recomputes nothing"},
                {"a --storage other than fp32",
                 options.storesStates(),
                 {{"--storage-policy", !line.storagePolicy.empty()}},
                 "nothing else stores states with a scale"}});
}

/// Returns "--target=A or --target=B", the targets with the property.
static std::string listTargets(bool Target::Properties::*has) {
  SmallVector<std::string> names;
  for (const Target *target : getTargets())
    if (target->getProperties().*has)
      names.push_back(("--target=" + target->getName()).str());
  return llvm::join(names, " or ");
}

static bool checkTarget(const Options &options) {
  using Properties = Target::Properties;
  const Properties &properties = options.target->getProperties();
  std::string planning = listTargets(&Properties::plansMemory);
  std::string keeping = listTargets(&Properties::keepsAllTensors);
  return check({{planning,
                 properties.plansMemory,
                 {{"--report", !options.report.empty()},
                  {"--trace", !options.trace.empty()}},
                 "no other target plans memory for kernels"},
                {planning,
                 properties.plansMemory,
                 {{"--peak-flops", options.peakFlops != 0}},
                 "no other target counts matmuls"},
                {keeping,
                 properties.keepsAllTensors,
                 {{"--dump", !options.dump.empty()},
                  {"--health", !options.health.empty()}},
                 "kernels keep no tensors that only they read"}});
}

static bool checkMesh(const CommandLine &line, const Options &options) {
  using Properties = Target::Properties;
  bool hasRanks = options.getNumRanks() > 1;
  return check({{"--mesh=AXIS:N",
                 !options.mesh.empty(),
                 {{"--comm", !line.comm.empty()},
                  {"--comm-timeout", !line.commTimeout.empty()}},
                 "a run without a mesh has one rank"},
                {"--mesh=dp:N",
                 !line.mesh.empty(),
                 {{"--shard", !line.shard.empty()},
                  {"--shard-min-elements", !line.shardMinElements.empty()},
                  {"--shard-override", !line.shardOverrides.empty()},
                  {"--exchange-bytes", !line.exchangeBytes.empty()}},
                 "one rank holds all rows of its states"},
                {"--shard=zero1 or --shard=zero3",
                 options.train->shard != ShardPolicy::DDP,
                 {{"--shard-min-elements", !line.shardMinElements.empty()},
                  {"--shard-override", !line.shardOverrides.empty()},
                  {"--reshard", !line.reshard.empty()}},
                 "nothing else cuts states"},
                {listTargets(&Properties::runsCollectives),
                 options.target->getProperties().runsCollectives,
                 {{"--mesh of several ranks", hasRanks}},
                 "no other target runs collectives"},
                {"no --mesh of several ranks",
                 !hasRanks,
                 {{"--dump", !options.dump.empty()},
                  {"--health", !options.health.empty()},
                  {"--html", !options.html.empty()},
                  {"--check-finite", options.checkFinite},
                  {"--trace", !options.trace.empty()},
                  {"--save-inputs", !options.saveInputs.empty()}},
                 "they would hold the values of one rank"},
                {"one preset in --storage",
                 options.storageChanges.empty(),
                 {{"--mesh of several ranks", hasRanks}},
                 "all ranks store their states alike"}});
}

static bool checkRun(const Options &options) {
  return check(
      {{"--steps=N",
        options.steps != 0,
        {{"--outputs", !options.outputs.empty()},
         {"--save-inputs", !options.saveInputs.empty()},
         {"--csv", !options.csv.empty()},
         {"--plot", !options.plot.empty()},
         {"--dump", !options.dump.empty()},
         {"--health", !options.health.empty()},
         {"--html", !options.html.empty()},
         {"--trace", !options.trace.empty()},
         {"--check-finite", options.checkFinite},
         {"--checkpoint", !options.checkpoint.empty()},
         {"--bench", options.bench}},
        "there is nothing for it without a step"},
       {"--html",
        !options.html.empty(),
        {{"--compare", !options.compare.empty()}}},
       {"--outputs", !options.outputs.empty(), {{"--unpack", options.unpack}}},
       {"a file in --inputs",
        !options.inputsFile.empty(),
        {{"--inputs-storage", options.inputsStorage.has_value()}},
        "nothing else holds stored states"},
       {"no --storage",
        !options.storesStates(),
        {{"--save-inputs", !options.saveInputs.empty()}},
        "the file holds values of the graph as it is written"},
       {"a --storage other than fp32",
        options.storesStates(),
        {{"--unpack", options.unpack}},
        "all states are values"},
       {"--bench",
        options.bench,
        {{"--peak-flops", options.peakFlops != 0},
         {"--items", options.items != 0}}},
       {"--checkpoint=DIR",
        !options.checkpoint.empty(),
        {{"--checkpoint-every", options.checkpointEvery != 0},
         {"--resume", options.resume}}},
       {"no --health",
        options.health.empty(),
        {{"--resume", options.resume}},
        "a checkpoint does not hold the counters of the steps before it"},
       {"no --resume",
        !options.resume,
        {{"--save-inputs", !options.saveInputs.empty()}},
        "the first steps have run already"},
       {"one preset in --storage",
        options.storageChanges.empty(),
        {{"--checkpoint", !options.checkpoint.empty()}},
        "a checkpoint is of one graph"}});
}

/// Checks that the name of a file promises no other format than the format that
/// fp8-run writes, and that it is not "-", which other programs take for
/// stdout.
static bool checkName(StringRef flag, StringRef path, StringRef format,
                      ArrayRef<StringRef> others) {
  if (path == "-") {
    reportError("expected a file for " + flag +
                ", but got '-'; /dev/stdout is the name of stdout");
    return false;
  }
  for (StringRef other : others)
    if (path.ends_with_insensitive(other)) {
      reportError("unsupported " + flag + "=" + path + "; " + flag +
                  " writes " + format);
      return false;
    }
  return true;
}

static bool checkFiles(const Options &options) {
  const StringRef arrays[] = {".npz", ".npy", ".pt", ".pth", ".pkl"};
  const StringRef pictures[] = {".png", ".jpg", ".jpeg", ".pdf"};
  if (!checkName("--outputs", options.outputs, "safetensors", arrays) ||
      !checkName("--save-inputs", options.saveInputs, "safetensors", arrays) ||
      !checkName("--dump", options.dump, "safetensors", arrays) ||
      !checkName("--plot", options.plot, "SVG", pictures) ||
      !checkName("--csv", options.csv, "CSV", {}) ||
      !checkName("--health", options.health, "JSON", {}) ||
      !checkName("--html", options.html, "HTML", {}) ||
      !checkName("--trace", options.trace, "JSON", {}))
    return false;
  SmallVector<StringRef> paths = {
      options.outputs, options.saveInputs, options.csv,  options.plot,
      options.dump,    options.health,     options.html, options.trace};
  llvm::erase_if(paths, [](StringRef path) { return path.empty(); });
  SmallVector<StringRef> inputs = {options.inputFile};
  if (!options.compare.empty())
    inputs.push_back(options.compare);
  return succeeded(reportError(checkDistinctFiles(paths, inputs)));
}

bool run::checkCombinations(const CommandLine &line, const Options &options) {
  if (!checkRun(options) || !checkGraph(line, options) ||
      !checkTarget(options) || !checkMesh(line, options) ||
      !checkFiles(options))
    return false;
  if (options.steps != 0 || options.explain || !options.report.empty())
    return true;
  reportError("expected --steps=N, --explain or --report");
  return false;
}
