//===- FiniteCheck.h - The first tensor that is not finite ------*- C++ -*-===//

#ifndef FP8_RUN_FINITECHECK_H
#define FP8_RUN_FINITECHECK_H

#include "Step.h"

namespace mlir::fp8::run {

/// Reports at `loc` that the loss of step `number`, which has just run as
/// `step`, is not finite. Names the first quantized tensor whose amax, among
/// the results from `firstObservation` on, is not finite. Returns failure.
LogicalResult reportNonFinite(const Step &step, size_t firstObservation,
                              int64_t number, double loss, Location loc);

} // namespace mlir::fp8::run

#endif // FP8_RUN_FINITECHECK_H
