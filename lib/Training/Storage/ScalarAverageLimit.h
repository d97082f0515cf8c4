//===- ScalarAverageLimit.h - limit of a quotient of averages ---*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_SCALARAVERAGELIMIT_H
#define FP8_LIB_TRAINING_STORAGE_SCALARAVERAGELIMIT_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::fp8 {

/// The decay B and the gain A of a moving average, as f32 tensors of rank 0.
struct AverageValues {
  Value decay, gain;
};

/// Emits `A1 / sqrt(A2) * sqrt(1 + r + ... + r^(t-1))`, rounded up, where r is
/// `B1 * B1 / B2` and t is `step`. If `step` is null, emits the limit for t to
/// infinity; then r must be below 1. B2 and A2 must be positive. Appends all
/// created ops to `created`.
Value limitScalarAverages(ImplicitLocOpBuilder &b, AverageValues first,
                          AverageValues second, Value step,
                          SmallVectorImpl<Operation *> &created);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_SCALARAVERAGELIMIT_H
