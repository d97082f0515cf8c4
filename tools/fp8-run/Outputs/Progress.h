//===- Progress.h - Progress of a run -------------------------------------===//

#ifndef FP8_RUN_PROGRESS_H
#define FP8_RUN_PROGRESS_H

#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <optional>

namespace mlir::fp8::run {

/// Shows loss and speed during a run: a bar that is redrawn on a terminal, and
/// otherwise an occasional line, so that a log stays short.
class Progress {
public:
  /// Creates the display. The first `firstStep` of all steps were done by an
  /// earlier run.
  Progress(llvm::raw_ostream &os, bool isTerminal, int64_t numSteps,
           int64_t firstStep = 0)
      : os(os), isTerminal(isTerminal), numSteps(numSteps),
        firstStep(firstStep) {}

  ~Progress() { finish(); }

  /// Updates the display after `stepsDone` steps. The steps of this run took
  /// `seconds` in total, measured by the caller.
  void update(int64_t stepsDone, std::optional<double> loss, double seconds);

  /// Ends the line of the bar, so that other text may follow.
  void finish();

private:
  llvm::raw_ostream &os;
  bool isTerminal;
  int64_t numSteps;
  int64_t firstStep;
  double lastShown = 0;
  bool isBarOpen = false;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_PROGRESS_H
