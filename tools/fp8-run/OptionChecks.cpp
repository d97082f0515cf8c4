//===- OptionChecks.cpp - Options that do not go together -----------------===//

#include "CommandLine.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

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

bool run::checkCombinations(const CommandLine &line, const Options &options) {
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
