//===- ScalarAverage.h - averages with run-time decays ----------*- C++ -*-===//
#ifndef FP8_ANALYSIS_SCALARAVERAGE_H
#define FP8_ANALYSIS_SCALARAVERAGE_H

#include "fp8/Analysis/ScalarRanges.h"
#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

class UpdateRegion;

/// A product of a number and of uniform values of a region. A value is uniform
/// if it is the same for every element.
struct ScalarProduct {
  double number = 1.0;
  SmallVector<Value, 2> scalars;
};

/// A sum of such products.
using ScalarSum = SmallVector<ScalarProduct, 1>;

/// A moving average `m' = decay * m + gain * gradient`, or of the squared
/// gradient, in which decay and gain are computed from scalars of the update.
/// Each of these scalars is a constant or has a declared range.
struct ScalarAverage {
  ScalarSum decay, gain;
  Value gradient;
};

std::optional<ScalarAverage> findScalarAverage(const UpdateRegion &region,
                                               unsigned state);
std::optional<ScalarAverage> findScalarSquareAverage(const UpdateRegion &region,
                                                     unsigned state);

/// Returns the range of `sum`, or std::nullopt if it is unknown.
std::optional<ScalarRange> getRange(const UpdateRegion &region,
                                    const ScalarSum &sum);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_SCALARAVERAGE_H
