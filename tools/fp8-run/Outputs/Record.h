//===- Record.h - What a run has shown so far -----------------------------===//

#ifndef FP8_RUN_RECORD_H
#define FP8_RUN_RECORD_H

#include "Options/Options.h"
#include "fp8/Host/Program.h"

namespace mlir::fp8::run {

/// Losses and times of the steps done. The first of them may have been done by
/// an earlier run that this one resumes: their times do not count here.
class Record {
public:
  /// The steps before this run.
  void resume(ArrayRef<double> losses, ArrayRef<double> seconds);

  /// `deviceSeconds` is how long a GPU worked for the step.
  void add(std::optional<double> loss, double seconds,
           std::optional<double> deviceSeconds = std::nullopt);

  /// NaN where a step had no loss.
  ArrayRef<double> getLosses() const { return losses; }
  ArrayRef<double> getSeconds() const { return seconds; }
  /// Of the steps of this run.
  double getTotalSeconds() const { return totalSeconds; }

  /// Whether the last loss is the first that is not finite.
  bool isFirstNonFinite() const;

  /// Steps, first and last loss, speed, on one line.
  void printSummary(llvm::raw_ostream &os) const;

  /// The median time of a step of this run as JSON, and what follows from it
  /// for a step of `flops`. The first one, which warms up caches and
  /// allocators, does not count unless it is the only one. `traffic` is that of
  /// the last step.
  void printBench(llvm::raw_ostream &os, const Options &options, int64_t flops,
                  std::optional<DeviceTraffic> traffic) const;

private:
  std::vector<double> losses;
  std::vector<double> seconds;
  /// Of the steps of this run that have them.
  std::vector<double> deviceSeconds;
  size_t numResumed = 0;
  bool hasLoss = false;
  double totalSeconds = 0;
  int64_t numNonFinite = 0;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_RECORD_H
