//===- QuantizationDecision.h - which contractions stay wide ----*- C++ -*-===//

#ifndef FP8_LIB_QUANTIZE_QUANTIZATIONDECISION_H
#define FP8_LIB_QUANTIZE_QUANTIZATIONDECISION_H

#include "QuantizationPlan.h"

namespace mlir::fp8 {

/// Decides which contractions of one step are quantized.
class QuantizationDecision {
public:
  QuantizationDecision(func::FuncOp func, const TrainingStep &step,
                       const QuantizationOptions &options)
      : func(func), step(step), options(options) {}

  /// Returns the reason why the contraction stays wide, or an empty string if
  /// it is quantized.
  StringRef getReason(const StepContraction &contraction);

private:
  StringRef getReasonOfRole(const StepContraction &contraction);
  StringRef getReasonOfOperands(const StepContraction &contraction);
  bool isSkipped(Value weight);
  bool addsWeightToData(Value root);

  func::FuncOp func;
  const TrainingStep &step;
  const QuantizationOptions &options;
};

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_QUANTIZATIONDECISION_H
