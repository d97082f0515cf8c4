//===- History.h - Figures of quantized tensors over steps ------*- C++ -*-===//

#ifndef FP8_RUN_HISTORY_H
#define FP8_RUN_HISTORY_H

#include "Step.h"
#include "llvm/Support/JSON.h"

#include <map>

namespace mlir::fp8::run {

/// The amax, the scale and the counters of each quantized tensor over the steps
/// of a run. If a run is too long for a page, only every second step is kept,
/// then every fourth step, and so on.
class History {
public:
  /// Adds the observations of `step`, its results from `firstObservation` on.
  /// `number` counts the steps from 0, also those before a resumed run.
  void add(const Step &step, size_t firstObservation, int64_t number);

  /// Prints an array of the tensors, with the numbers of their steps.
  void print(llvm::json::OStream &json) const;

private:
  void halve();

  struct Series {
    /// Numbers of the steps that observed the tensor.
    std::vector<int64_t> steps;
    /// Values by figure, such as "amax": one for each of `steps`.
    std::map<std::string, std::vector<double>> figures;
  };
  std::map<std::string, Series> tensors;
  /// Number of steps that were added, and the distance of the steps kept.
  int64_t numSteps = 0, stride = 1;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_HISTORY_H
