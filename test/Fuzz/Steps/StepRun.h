//===- StepRun.h - fp8-run in this process ----------------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_STEPS_STEPRUN_H
#define FP8_TEST_FUZZ_STEPS_STEPRUN_H

#include "Child.h"
#include "Files/SafeTensors.h"
#include "Options/Options.h"

namespace mlir::fp8::fuzz {

/// The outcome of a run that a user observes.
struct RunResult {
  bool isSuccess = false;
  /// All text that the run printed to stderr, and the first error in it.
  std::string messages, error;
  std::optional<run::SafeTensors> outputs;
};

/// Calls fp8-run. Nothing is written to a disk: files are in memory.
class StepRunner {
public:
  /// Runs the step in `text`. Messages name it `name`.
  StepRunner(MLIRContext *context, StringRef text, const Limits &limits);

  /// Makes the results of a target wrong from now on.
  void corrupt(StringRef target) { corrupted = target.str(); }

  /// Parses the flags of fp8-run. This is possible only once per process,
  /// because the options are registered with LLVM. Returns nothing after an
  /// error, and sets `error`.
  std::optional<run::Options> parse(ArrayRef<std::string> flags,
                                    std::string &error);

  /// Runs once, within the limits.
  RunResult run(run::Options options);

private:
  MLIRContext *context;
  Limits limits;
  int module, outputs, messages;
  std::string corrupted;
};

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_STEPS_STEPRUN_H
