//===- OptionChecks.cpp - Options that do not go together -----------------===//

#include "Options/CommandLine.h"

#include "Files/OutputFile.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

namespace {
/// "expected NEEDED with OPTION, because REASON", for the first option that is
/// given where what it needs is absent.
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
                 options.recipe != Recipe::None,
                 {{"--scope", !line.scope.empty()},
                  {"--convolutions", line.convolutions},
                  {"--format", !line.format.empty()},
                  {"--override", !line.overrides.empty()},
                  {"--wide-steps", !line.wideSteps.empty()}},
                 "nothing else quantizes contractions"},
                {"--microbatches=N",
                 options.microbatches != 1,
                 {{"--shared", !options.shared.empty()}},
                 "nothing else takes several inputs in a step"},
                {"no --remat-budget",
                 options.rematBudget < 0,
                 {{"--remat=none", line.remat == "none"}},
                 "it computes nothing again"},
                {"a --storage other than fp32",
                 options.storesStates(),
                 {{"--storage-policy", !line.storagePolicy.empty()}},
                 "nothing else stores states with a scale"}});
}

static bool checkTarget(const CommandLine &line, const Options &options) {
  bool isCPU = options.target == Target::CPU;
  bool isSim = options.target == Target::Sim;
  bool isCUDA = options.target == Target::CUDA;
  return check(
      {{"--target=cpu or --target=cuda",
        isCPU || isCUDA,
        {{"--report", !options.report.empty()}},
        "no other target plans memory for kernels"},
       {"--target=cpu, sim or cuda",
        isCPU || isSim || isCUDA,
        {{"--max-outstanding-bytes", options.maxOutstandingBytes.has_value()}},
        "nothing else plans memory"},
       {"--target=sim or --target=cuda",
        isSim || isCUDA,
        {{"--chip", !line.chip.empty()}},
        "nothing else compiles for a chip"},
       {"--target=cpu or --target=cuda",
        isCPU || isCUDA,
        {{"--peak-flops", options.peakFlops != 0}},
        "no other target counts products"},
       {"--target=cuda",
        isCUDA,
        {{"--fast-sums", options.fastSums},
         {"--decode-blocks", !line.decodeBlocks.empty()},
         {"--tf32", options.useTF32},
         {"--save-kernels", !options.saveKernels.empty()}}},
       {"--target=reference or --target=stock",
        !isCPU && !isSim && !isCUDA,
        {{"--dump", !options.dump.empty()},
         {"--health", !options.health.empty()}},
        "kernels keep no tensors that only they read"},
       {"--target=cpu",
        isCPU,
        {{"--num-threads", !line.threads.empty()}},
        "every other target runs on one thread"}});
}

static bool checkRun(const Options &options) {
  return check(
      {{"--steps=N",
        options.steps != 0,
        {{"--outputs", !options.outputs.empty()},
         {"--csv", !options.csv.empty()},
         {"--plot", !options.plot.empty()},
         {"--dump", !options.dump.empty()},
         {"--health", !options.health.empty()},
         {"--checkpoint", !options.checkpoint.empty()},
         {"--bench", options.bench}},
        "there is nothing for it without a step"},
       {"--outputs", !options.outputs.empty(), {{"--unpack", options.unpack}}},
       {"a file in --inputs",
        !options.inputsFile.empty(),
        {{"--inputs-storage", options.inputsStorage.has_value()}},
        "nothing else holds stored states"},
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
       {"one preset in --storage",
        options.storageChanges.empty(),
        {{"--checkpoint", !options.checkpoint.empty()}},
        "a checkpoint is of one graph"}});
}

static bool checkFiles(const Options &options) {
  SmallVector<StringRef> paths = {options.outputs, options.csv, options.plot,
                                  options.dump, options.health};
  llvm::erase_if(paths, [](StringRef path) { return path.empty(); });
  return succeeded(reportError(checkDistinctFiles(paths)));
}

bool run::checkCombinations(const CommandLine &line, const Options &options) {
  if (!checkRun(options) || !checkGraph(line, options) ||
      !checkTarget(line, options) || !checkFiles(options))
    return false;
  if (options.steps != 0 || options.explain || !options.report.empty())
    return true;
  reportError("expected --steps=N, --explain or --report");
  return false;
}
