//===- Trial.h - a mutant and its passes ------------------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_TRIAL_H
#define FP8_TEST_FUZZ_TRIAL_H

#include "PipelineChooser.h"
#include "Report.h"

namespace mlir::fp8::fuzz {

/// All that gives a mutant and its pipeline.
struct Trial {
  ModuleOp module;
  /// What the child reads where `module` is null.
  std::string text;
  bool allowsUnregistered = false;
  /// Where attributes and names of ops come from, too.
  ModuleOp donor;
  uint64_t seed = 0;
  /// Draws the pipeline, for `section`; null if `pipeline` is it.
  const PipelineChooser *chooser = nullptr;
  const Section *section = nullptr;
  std::string pipeline;
};

/// Runs the pipeline on a mutant of the trial's module, or on its text as it
/// is, and checks what comes out. The report is the process' last word.
void runTrial(MLIRContext *context, Trial &trial, Report &report);

/// Writes the mutant of `trial` to the report, and nothing else. A mutant that
/// its verifier crashes on is there in the generic form.
void writeMutant(MLIRContext *context, Trial &trial, Report &report);

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_TRIAL_H
