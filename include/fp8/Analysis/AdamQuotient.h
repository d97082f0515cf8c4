//===- AdamQuotient.h - the quotient of Adam --------------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_ADAMQUOTIENT_H
#define FP8_ANALYSIS_ADAMQUOTIENT_H

#include "fp8/Analysis/ScalarAverage.h"
#include "fp8/Analysis/UpdateRegion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::fp8 {

/// A quotient `(c * m') / (d * sqrt(e * v') + ...)` with `m' = B1 * m + A1 * g`
/// and `v' = B2 * v + A2 * g * g`. The quotient of RMSProp has g instead of m'.
/// A multiplication by `rsqrt(e * v' + ...)` counts as well.
struct AdamQuotient {
  /// The division, or the multiplication by the reciprocal root.
  Operation *op;
  /// The dividend and the divisor of `op`.
  Value dividend, divisor;
  /// The factors of the scalars c, d and e. The flag marks a divisor.
  SmallVector<std::pair<Value, bool>> numerator, denominator, radicand;
  MovingAverage first, second;
  /// The averages, if a decay B or a gain A is a scalar of the update rather
  /// than a constant. `first` and `second` are then not set.
  std::optional<std::pair<ScalarAverage, ScalarAverage>> scalarAverages;
  /// The t of a bias correction `1 - B1^t` or `1 - B2^t` among the scalars: an
  /// f32 or a rank-0 tensor. Null if there is none.
  Value step;

  /// Returns B1 * B1 / B2.
  double getRatio() const { return first.decay * first.decay / second.decay; }
  /// Returns A1 / sqrt(A2). By the Cauchy-Schwarz inequality, the largest
  /// magnitude of the quotient at step t, without the factors c, d and e, is A1
  /// / sqrt(A2) * sqrt(1 + r + r * r + ... + r^(t-1)), where r is the ratio.
  double getGain() const;
  /// Returns true if the magnitude is bounded: the ratio is below 1, or the
  /// step is known. Scalars need declared ranges that show it.
  bool isLimited(const UpdateRegion &region) const;
};

/// Finds the quotient of Adam among the ops that compute `value` in the region
/// of `update`. The averages have constant Bs and As, or also scalars if
/// `allowScalars` is set.
std::optional<AdamQuotient> findAdamQuotient(UpdateOp update,
                                             const UpdateRegion &region,
                                             Value value,
                                             bool allowScalars = false);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_ADAMQUOTIENT_H
