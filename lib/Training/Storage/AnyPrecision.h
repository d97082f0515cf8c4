//===- AnyPrecision.h - operation order of AnyPrecisionAdamW ----*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_ANYPRECISION_H
#define FP8_LIB_TRAINING_STORAGE_ANYPRECISION_H

#include "fp8/Analysis/UpdateRegion.h"

namespace mlir::fp8 {

/// Returns true if state `parameter` of `update` is computed by AdamW in the
/// form `F * w - S * m' / (R * sqrt(v') + eps)`, where F, S and R are scalars.
/// `roundAsAnyPrecision` can rewrite this form. Otherwise sets `reason`.
bool isAdamW(UpdateOp update, unsigned parameter, std::string &reason);

/// For such an update, returns the state indices of the first and the second
/// moment.
std::pair<unsigned, unsigned> getAdamWMoments(UpdateOp update,
                                              unsigned parameter);

/// The formats of the moments and of the compensation: bf16, f16 or f32.
struct AnyPrecisionFormats {
  Format first, second, compensation;
};

/// Rewrites the region of such an update to the operation order of
/// AnyPrecisionAdamW, with its roundings to bf16 and to `formats`. The
/// compensation becomes a new state of the region, after `parameter`. The
/// caller must add the operands of the new state to the op.
void roundAsAnyPrecision(UpdateOp update, unsigned parameter,
                         AnyPrecisionFormats formats);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_ANYPRECISION_H
