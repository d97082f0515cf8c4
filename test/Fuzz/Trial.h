//===- Trial.h - a mutant and its passes ------------------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_TRIAL_H
#define FP8_TEST_FUZZ_TRIAL_H

#include "PipelineChooser.h"
#include "Random.h"
#include "Report.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir::fp8::fuzz {

/// The data that determine a mutant and its pipeline.
struct Trial {
  ModuleOp module;
  /// Text that the child reads if `module` is null.
  std::string text;
  bool allowsUnregistered = false;
  bool isMutated = true;
  /// Another source of attributes and op names.
  ModuleOp donor;
  uint64_t seed = 0;
  /// Draws the pipeline for `section`. Null if `pipeline` is given.
  const PipelineChooser *chooser = nullptr;
  const Section *section = nullptr;
  std::string pipeline;
};

/// Completes the report and ends the process.
[[noreturn]] void endWith(Report &report, Outcome outcome);

/// Counts errors, and keeps the first in the report.
class ErrorCounter {
public:
  ErrorCounter(MLIRContext *context, Report &report);

  unsigned count = 0;

private:
  ScopedDiagnosticHandler handler;
};

/// Makes up to four valid changes. Calls `see` with each mutant before it is
/// verified.
OwningOpRef<ModuleOp> mutate(Trial &trial, Random &random, Report &report,
                             llvm::function_ref<void(ModuleOp)> see = {});

/// Runs the pipeline on a mutant of the trial's module, or on its unchanged
/// text, and checks the result. The report is the last output of the process.
void runTrial(MLIRContext *context, Trial &trial, Report &report);

/// Writes the mutant of `trial` to the report, and does nothing else. If the
/// verifier crashes on the mutant, its text is in generic form.
void writeMutant(MLIRContext *context, Trial &trial, Report &report);

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_TRIAL_H
