//===- Health.h - Counters over a run -------------------------------------===//

#ifndef FP8_RUN_HEALTH_H
#define FP8_RUN_HEALTH_H

#include "Step.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::fp8::run {

/// The counters that --fp8-observe=health adds to a step, summed over steps.
class Health {
public:
  /// Adds the counters among the results of `step` from `firstObservation` on.
  void add(const Step &step, size_t firstObservation);

  /// Returns the sum of `counter` over all quantize ops.
  int64_t getTotal(StringRef counter) const;

  /// Writes {"quantizes": {name: {counter: sum}}, "totals": {counter: sum},
  /// "zero_second_moments": {state: sum}}. The last is absent without moments.
  void write(llvm::raw_ostream &os) const;

private:
  using Counters = llvm::MapVector<StringRef, int64_t>;

  /// Counters by name, in the order of the step.
  llvm::MapVector<std::string, Counters, std::map<std::string, unsigned>>
      quantizes;
  /// The number of zeros by second moment, in the order of the step.
  llvm::MapVector<std::string, int64_t, std::map<std::string, unsigned>>
      zeroMoments;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_HEALTH_H
