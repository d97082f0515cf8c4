//===- AdamQuotient.h - the quotient of Adam --------------------*- C++ -*-===//
#ifndef FP8_LIB_TRANSFORMS_ASSIGNSTORAGE_ADAMQUOTIENT_H
#define FP8_LIB_TRANSFORMS_ASSIGNSTORAGE_ADAMQUOTIENT_H

#include "fp8/Analysis/UpdateRegion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::fp8 {

/// `(c * m') / (d * sqrt(e * v') + ...)` with
/// `m' = B1 * m + A1 * g` and `v' = B2 * v + A2 * g * g`.
struct AdamQuotient {
  arith::DivFOp op;
  /// The scalars c, d and e, each a product of these and their inverses.
  SmallVector<std::pair<Value, bool>> numerator, denominator, radicand;
  MovingAverage first, second;

  /// B1 * B1 / B2.
  double getRatio() const { return first.decay * first.decay / second.decay; }
  /// The largest magnitude at any step, but for the scalars: by Cauchy and
  /// Schwarz, A1 / sqrt(A2) * sqrt(1 + r + r * r + ...) where r is the ratio.
  double getLimit() const;
  /// The limit is one: the ratio is below 1.
  bool isLimited() const;
};

/// Finds the quotient of Adam in what `value` is computed from.
std::optional<AdamQuotient> findAdamQuotient(const UpdateRegion &region,
                                             Value value);

} // namespace mlir::fp8

#endif // FP8_LIB_TRANSFORMS_ASSIGNSTORAGE_ADAMQUOTIENT_H
