//===- Record.h - Losses and times of a run -------------------------------===//

#ifndef FP8_RUN_RECORD_H
#define FP8_RUN_RECORD_H

#include "Options/Options.h"
#include "fp8/Host/Program.h"

namespace mlir::fp8::run {

/// Losses and times of the completed steps. If this run resumes an earlier one,
/// the first steps belong to that run, and their times are not counted here.
class Record {
public:
  /// Adds the steps before this run.
  void resume(ArrayRef<double> losses, ArrayRef<double> seconds);

  /// Adds a step. `deviceSeconds` is the time that a GPU worked on it.
  void add(std::optional<double> loss, double seconds,
           std::optional<double> deviceSeconds = std::nullopt);

  /// Returns the losses; NaN for a step without loss.
  ArrayRef<double> getLosses() const { return losses; }
  ArrayRef<double> getSeconds() const { return seconds; }
  /// Returns the total time of the steps of this run.
  double getTotalSeconds() const { return totalSeconds; }

  /// Returns true if the last loss is the first one that is not finite.
  bool isFirstNonFinite() const;

  /// Prints steps, first and last loss, and speed on one line.
  void printSummary(llvm::raw_ostream &os) const;

  /// Prints the median time of a step of this run as JSON, and rates for a step
  /// of `flops`. The first step, which warms up caches and allocators, does not
  /// count unless it is the only one. `traffic` is the memory traffic of the
  /// last step.
  void printBench(llvm::raw_ostream &os, const Options &options, int64_t flops,
                  std::optional<DeviceTraffic> traffic) const;

private:
  std::vector<double> losses;
  std::vector<double> seconds;
  /// Times on the device, for the steps of this run that have them.
  std::vector<double> deviceSeconds;
  size_t numResumed = 0;
  bool hasLoss = false;
  double totalSeconds = 0;
  int64_t numNonFinite = 0;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_RECORD_H
