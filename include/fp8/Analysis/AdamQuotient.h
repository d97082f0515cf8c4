//===- AdamQuotient.h - the quotient of Adam --------------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_ADAMQUOTIENT_H
#define FP8_ANALYSIS_ADAMQUOTIENT_H

#include "fp8/Analysis/ScalarAverage.h"
#include "fp8/Analysis/UpdateRegion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::fp8 {

/// The quotient of Adam: `(c * m') / (d * sqrt(e * v') + ...)`, with the moving
/// averages `m' = B1 * m + A1 * g` and `v' = B2 * v + A2 * g * g`. The quotient
/// of RMSProp has g instead of m'. The form `(c * m') * rsqrt(e * v' + ...)`
/// also matches.
struct AdamQuotient {
  /// The division, or the multiplication by the reciprocal root.
  Operation *op;
  /// The dividend and the divisor of `op`.
  Value dividend, divisor;
  /// The factors of the scalars c, d and e. The flag of a factor is true if it
  /// is a divisor.
  SmallVector<std::pair<Value, bool>> numerator, denominator, radicand;
  MovingAverage first, second;
  /// The two averages, if some decay B or gain A is not a constant but a scalar
  /// of the update. `first` and `second` are then not set.
  std::optional<std::pair<ScalarAverage, ScalarAverage>> scalarAverages;
  /// The t of a bias correction `1 - B1^t` or `1 - B2^t`, an f32 or a rank-0
  /// tensor. Null if there is no bias correction.
  Value step;

  /// Returns the ratio r = B1 * B1 / B2.
  double getRatio() const { return first.decay * first.decay / second.decay; }
  /// Returns A1 / sqrt(A2). Without the factors c, d and e, the magnitude of
  /// the quotient at step t is at most A1 / sqrt(A2) * sqrt(1 + r + r * r + ...
  /// + r^(t-1)), by the Cauchy-Schwarz inequality.
  double getGain() const;
  /// Returns true if the magnitude is known to be bounded: the ratio is below
  /// 1, or the step is known. For scalars, their declared ranges must imply
  /// this.
  bool isLimited(const UpdateRegion &region) const;
};

/// Finds the quotient of Adam among the ops that compute `value` in the region
/// of `update`. The decays and gains must be constants unless `allowScalars` is
/// set.
std::optional<AdamQuotient> findAdamQuotient(UpdateOp update,
                                             const UpdateRegion &region,
                                             Value value,
                                             bool allowScalars = false);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_ADAMQUOTIENT_H
