//===- FiniteCheck.h - The first op that is not finite ----------*- C++ -*-===//

#ifndef FP8_RUN_FINITECHECK_H
#define FP8_RUN_FINITECHECK_H

#include "Graph/Prepare.h"
#include "Step.h"

namespace mlir::fp8::run {

/// A step that has just run and whose loss is not finite.
struct NonFiniteStep {
  int64_t number;
  double loss;
  const Step &step;
  /// The functions of the run, one of which is the step.
  const StepFunctions &functions;
  /// The values of the arguments before the step.
  ArrayRef<HostTensor> arguments;
  /// Index of the first result that is an observation.
  size_t firstObservation;
};

/// Reports that the loss of a step is not finite. Evaluates the step again, op
/// by op, to name the first op whose result is not finite, at its location.
/// Names the first quantized tensor whose amax is not finite. Returns failure.
LogicalResult reportNonFinite(const NonFiniteStep &lost);

} // namespace mlir::fp8::run

#endif // FP8_RUN_FINITECHECK_H
