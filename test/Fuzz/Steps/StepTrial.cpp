//===- StepTrial.cpp - a step on every target -----------------------------===//

#include "StepTrial.h"
#include "Envelope.h"
#include "Flags.h"
#include "StepRun.h"
#include "fp8/Reference/Variation.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <ctime>
#include <unistd.h>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

/// Ratio of the errors in the evaluator to the stated bound. It is large, so
/// that a value that a target rounds to another code is also rounded to another
/// code by the evaluator with errors.
static constexpr double errorFactor = 64;

/// Maximum time of the evaluator, in seconds. Longer steps are skipped.
static constexpr double maxReferenceSeconds = 1;

namespace {
class StepTrial {
public:
  StepTrial(MLIRContext *context, Trial &trial, Report &report, StringRef mock,
            StringRef corrupted)
      : context(context), trial(trial), report(report), mock(mock),
        corrupted(corrupted), random(trial.seed) {}

  [[noreturn]] void run();

private:
  void readOptions(ModuleOp module);
  /// Runs on one target. A crash or another failure that is never allowed is a
  /// finding.
  RunResult runOn(StringRef target, StringRef stage);
  /// Runs the evaluator, again with additional flags if its messages request
  /// them.
  RunResult runReference();
  RunResult runVaried(const Variation &variation);
  /// Compares a target that has its own order of sums, and returns its results.
  RunResult checkBounded(StringRef target, StringRef stage,
                         const RunResult &expected, bool variesSums);
  void checkSame(StringRef target, StringRef stage, const RunResult &expected);
  RunResult runTarget(StringRef target, StringRef stage);
  /// Runs the compiled targets after an error of the evaluator. All of them
  /// must return the same results, or end with a message.
  [[noreturn]] void runCompiled();
  void checkCUDA(const RunResult &expected);
  [[noreturn]] void endWithDifference(StringRef difference);
  void setPipeline();

  MLIRContext *context;
  Trial &trial;
  Report &report;
  StringRef mock, corrupted;
  Random random;
  std::vector<std::string> flags;
  std::optional<StepRunner> runner;
  run::Options options;
  /// Options of targets, by name, for the targets that have them.
  SmallVector<std::pair<std::string, std::string>> targetOptions;
};
} // namespace

void StepTrial::setPipeline() {
  copyText(report.pipeline, llvm::join(flags, " "));
}

void StepTrial::readOptions(ModuleOp module) {
  std::string entry = trial.section ? trial.section->entry : "";
  if (!trial.pipeline.empty()) {
    SmallVector<StringRef> parts;
    StringRef(trial.pipeline).split(parts, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef part : parts)
      flags.push_back(part.trim('\'').str());
  } else {
    flags = trial.isMutated ? drawFlags(entry, module, random)
                            : getPlainFlags(entry, random);
  }
  setPipeline();
  copyText(report.stage, "options");
  std::string error;
  std::optional<run::Options> parsed = runner->parse(flags, error);
  copyText(report.detail, error);
  if (!parsed)
    endWith(report, StringRef(error).contains("error: ")
                        ? Outcome::Failure
                        : Outcome::SilentFailure);
  options = std::move(*parsed);
}

RunResult StepTrial::runOn(StringRef target, StringRef stage) {
  copyText(report.stage, stage);
  report.detail[0] = 0;
  run::Options here = options;
  here.target = lookupTarget(target);
  here.targetOptions = here.target->createOptions();
  for (const auto &[name, text] : targetOptions)
    if (here.targetOptions->has(name))
      (void)here.targetOptions->parseFromString(text);
  RunResult result = runner->run(here);
  copyText(report.detail, result.error);
  if (!result.isSuccess && result.error.empty())
    endWith(report, Outcome::SilentFailure);
  if (result.isSuccess && !result.error.empty())
    endWith(report, Outcome::LoudSuccess);
  return result;
}

/// Returns the flag --arg that `messages` ask for, with random values in [0,
/// 4), or an empty string.
static std::string findAdvice(StringRef messages) {
  size_t begin = messages.find("give --arg=");
  if (begin == StringRef::npos)
    return "";
  StringRef advice = messages.drop_front(begin + strlen("give "));
  size_t end = advice.find("=random:SEED:LO:HI");
  if (end == StringRef::npos || advice.take_front(end).contains('\n'))
    return "";
  return advice.take_front(end).str() + "=random:1:0:4";
}

RunResult StepTrial::runReference() {
  constexpr unsigned maxAdvice = 4;
  RunResult result = runOn("reference", "reference");
  for (unsigned i = 0; i < maxAdvice && !result.isSuccess; ++i) {
    std::string advice = findAdvice(result.messages);
    if (advice.empty())
      break;
    std::optional<run::ArgumentOption> argument = run::parseArgumentOption(
        StringRef(advice).drop_front(strlen("--arg=")));
    if (!argument)
      break;
    flags.push_back(advice);
    setPipeline();
    options.arguments.push_back(std::move(*argument));
    result = runOn("reference", "reference");
  }
  return result;
}

RunResult StepTrial::runVaried(const Variation &variation) {
  ScopedVariation scope(variation);
  return runOn("reference", "reference with errors");
}

void StepTrial::endWithDifference(StringRef difference) {
  std::string where;
  if (trial.section)
    where = (llvm::sys::path::filename(trial.section->file) + " @" +
             trial.section->entry + ": ")
                .str();
  copyText(report.detail, where + difference.str());
  endWith(report, Outcome::ResultDiffers);
}

RunResult StepTrial::runTarget(StringRef target, StringRef stage) {
  RunResult result = runOn(target, stage);
  if (!result.isSuccess)
    endWith(report, Outcome::TargetRefuses);
  return result;
}

RunResult StepTrial::checkBounded(StringRef target, StringRef stage,
                                  const RunResult &expected, bool variesSums) {
  Envelope envelope(*expected.outputs);
  for (uint64_t pair = 0; pair < 2; ++pair) {
    bool hasChange = false;
    for (double sign : {1.0, -1.0}) {
      Variation variation;
      variation.contractions = sign * errorFactor;
      variation.sums = variesSums ? variation.contractions : 0;
      variation.seed = pair;
      RunResult varied = runVaried(variation);
      // An injected error may have moved an index out of its tensor. The
      // results are then undefined.
      if (!varied.isSuccess)
        endWith(report, Outcome::Success);
      hasChange |= envelope.add(*varied.outputs);
    }
    if (!hasChange)
      break;
  }
  RunResult result = runTarget(target, stage);
  if (auto difference = envelope.findEscape(*result.outputs))
    endWithDifference(*difference);
  return result;
}

void StepTrial::checkSame(StringRef target, StringRef stage,
                          const RunResult &expected) {
  RunResult result = runTarget(target, stage);
  if (auto difference = findDifference(*expected.outputs, *result.outputs))
    endWithDifference(*difference);
}

void StepTrial::runCompiled() {
  std::string error = report.detail;
  RunResult cpu = runOn("cpu", "cpu, refused by the reference");
  if (cpu.isSuccess)
    checkSame("sim", "sim, refused by the reference", cpu);
  copyText(report.detail, error);
  endWith(report, Outcome::Failure);
}

void StepTrial::checkCUDA(const RunResult &expected) {
  llvm::SmallString<128> folder;
  if (llvm::sys::fs::createUniqueDirectory("fp8-fuzz-kernels", folder))
    return;
  setenv("FP8RT_CUDA_DRIVER", mock.str().c_str(), 1);
  setenv("FP8RT_CUBLASLT", mock.str().c_str(), 1);
  setenv("FP8_MOCK_KERNELS", folder.c_str(), 1);
  targetOptions.push_back(
      {"save-kernels", ("save-kernels={" + folder + "}").str()});
  targetOptions.push_back({"decode-blocks", "decode-blocks=where-needed"});
  RunResult result = runOn("cuda", "cuda");
  llvm::sys::fs::remove_directories(folder);
  if (!result.isSuccess)
    endWith(report, Outcome::TargetRefuses);
  if (auto difference = findDifference(*expected.outputs, *result.outputs))
    endWithDifference(*difference);
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  return text;
}

void StepTrial::run() {
  std::string text = trial.text;
  if (trial.module) {
    ErrorCounter errors(context, report);
    OwningOpRef<ModuleOp> module = mutate(trial, random, report);
    report.detail[0] = 0;
    text = print(*module);
    runner.emplace(context, text, Limits());
    readOptions(*module);
  } else {
    runner.emplace(context, text, Limits());
    readOptions({});
  }
  runner->corrupt(corrupted);
  targetOptions.push_back(
      {"num-threads", "num-threads=" + std::to_string(1 + random.below(3))});
  if (random.isOneIn(4))
    targetOptions.push_back(
        {"max-outstanding-bytes",
         "max-outstanding-bytes=" + std::to_string(random.below(2) * 1024)});

  clock_t begin = clock();
  RunResult expected = runReference();
  if (!expected.isSuccess) {
    // Compiled code does not stop at these errors.
    if (llvm::any_of(ArrayRef<StringRef>{"is outside of dimension",
                                         "expected a slice inside of",
                                         "expected a divisor other than 0"},
                     [&](StringRef message) {
                       return StringRef(expected.error).contains(message);
                     }))
      runCompiled();
    endWith(report, Outcome::Failure);
  }
  if (double(clock() - begin) / CLOCKS_PER_SEC > maxReferenceSeconds)
    endWith(report, Outcome::Success);

  Variation contents;
  contents.contents = 0x41;
  RunResult other = runVaried(contents);
  // Unwritten elements are undefined.
  if (!other.isSuccess || findDifference(*expected.outputs, *other.outputs))
    endWith(report, Outcome::Success);

  RunResult cpu = checkBounded("cpu", "cpu", expected, /*variesSums=*/false);
  checkSame("sim", "sim", cpu);
  checkBounded("upstream", "upstream", expected, /*variesSums=*/true);
  bool triesCUDA = !trial.module || random.isOneIn(8);
  if (!mock.empty() && triesCUDA)
    checkCUDA(cpu);
  endWith(report, Outcome::Success);
}

TrialKind fuzz::getStepTrials(StringRef mock, StringRef corrupted) {
  TrialKind kind;
  kind.beginsUnmutated = true;
  kind.run = [mock = mock.str(), corrupted = corrupted.str()](
                 MLIRContext *context, Trial &trial, Report &report) {
    StepTrial(context, trial, report, mock, corrupted).run();
  };
  kind.toCommand = [](const Trial &, StringRef flags) {
    return "fp8-run %s " + flags.str();
  };
  return kind;
}
