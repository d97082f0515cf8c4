//===- Fuzzer.h - mutants, one after another --------------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_FUZZER_H
#define FP8_TEST_FUZZ_FUZZER_H

#include "Child.h"
#include "Finding.h"
#include "Trial.h"

#include <chrono>
#include <functional>
#include <map>

namespace mlir::fp8::fuzz {

/// Defines how a child tries a mutant.
struct TrialKind {
  /// Tries `trial`, and fills in the report before the process ends.
  std::function<void(MLIRContext *, Trial &, Report &)> run;
  /// Returns the command of a RUN line that repeats a trial with `pipeline`,
  /// the pipeline in the report.
  std::function<std::string(const Trial &, StringRef pipeline)> toCommand;
  /// True if each module is first tried without a mutation. A module with
  /// nothing to run is then not mutated.
  bool beginsUnmutated = false;
};

/// Returns the kind that runs passes.
TrialKind getPassTrials();

/// Generates random mutants of a corpus, and collects their failures.
class Fuzzer {
public:
  Fuzzer(MLIRContext *context, Corpus corpus, uint64_t seed, TrialKind kind,
         KnownFailures known, std::string folder);

  /// Tries `count` mutants with `jobs` children at a time. Starts no mutant
  /// after `seconds` seconds; 0 is no limit.
  void run(size_t count, unsigned seconds, unsigned jobs);

  /// Tries a section without mutations.
  void runOnce(const Section &section, StringRef pipeline);

  /// Prints the number of mutants with each outcome. Returns true if there was
  /// no finding.
  bool printSummary() const;

private:
  struct Slot {
    Child child;
    Trial trial;
    size_t section = 0;
    std::string name;
  };

  /// Fills in the next mutant. Returns false if no section of the corpus can be
  /// parsed and run.
  bool prepareNext(Slot &slot);
  void finish(Slot &slot);
  void save(Slot &slot, const Finding &finding, StringRef pipeline);

  MLIRContext *context;
  Corpus corpus;
  PipelineChooser chooser;
  uint64_t seed;
  TrialKind kind;
  KnownFailures known;
  /// Folder for findings; empty to save none.
  std::string folder;
  Limits limits;
  size_t next = 0;

  std::map<Outcome, size_t> numOutcomes;
  size_t numUnmutated = 0, numKnown = 0;
  /// Number of mutants per hash of a finding.
  std::map<std::string, size_t> numFindings;
};

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_FUZZER_H
