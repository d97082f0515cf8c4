//===- AdamQuotient.h - the quotient of Adam --------------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_ADAMQUOTIENT_H
#define FP8_ANALYSIS_ADAMQUOTIENT_H

#include "fp8/Analysis/UpdateRegion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::fp8 {

/// `(c * m') / (d * sqrt(e * v') + ...)` with
/// `m' = B1 * m + A1 * g` and `v' = B2 * v + A2 * g * g`. That of RMSProp has g
/// in the place of m'. A product with `rsqrt(e * v' + ...)` is one, too.
struct AdamQuotient {
  /// The division, or the multiplication by the reciprocal root.
  Operation *op;
  /// The operands of `op` above and below the line.
  Value dividend, divisor;
  /// The scalars c, d and e, each a product of these and their inverses.
  SmallVector<std::pair<Value, bool>> numerator, denominator, radicand;
  MovingAverage first, second;
  /// The t of a bias correction `1 - B1^t` or `1 - B2^t` among the scalars: an
  /// f32, or a tensor of rank 0. Null where there is none.
  Value step;

  /// B1 * B1 / B2.
  double getRatio() const { return first.decay * first.decay / second.decay; }
  /// But for the scalars and by Cauchy and Schwarz the largest magnitude at
  /// step t is A1 / sqrt(A2) * sqrt(1 + r + r * r + ... + r^(t-1)) where r is
  /// the ratio. This is A1 / sqrt(A2).
  double getGain() const;
  /// There is a largest magnitude: the ratio is below 1, or the step is known.
  bool isLimited() const;
};

/// Finds the quotient of Adam in what `value`, in the region of `update`, is
/// computed from.
std::optional<AdamQuotient>
findAdamQuotient(UpdateOp update, const UpdateRegion &region, Value value);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_ADAMQUOTIENT_H
