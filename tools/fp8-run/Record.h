//===- Record.h - What a run has shown so far -----------------------------===//

#ifndef FP8_RUN_RECORD_H
#define FP8_RUN_RECORD_H

#include "Options.h"

namespace mlir::fp8::run {

/// Losses and times of the steps done.
class Record {
public:
  void add(std::optional<double> loss, double seconds);

  /// NaN where a step had no loss.
  ArrayRef<double> getLosses() const { return losses; }
  double getTotalSeconds() const { return totalSeconds; }

  /// Whether the last loss is the first that is not finite.
  bool isFirstNonFinite() const;

  /// Steps, first and last loss, speed, on one line.
  void printSummary(llvm::raw_ostream &os) const;

  /// The median time of a step as JSON. The first step, which warms up caches
  /// and allocators, does not count unless it is the only one.
  void printBench(llvm::raw_ostream &os, Target target) const;

private:
  std::vector<double> losses;
  std::vector<double> seconds;
  bool hasLoss = false;
  double totalSeconds = 0;
  int64_t numNonFinite = 0;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_RECORD_H
