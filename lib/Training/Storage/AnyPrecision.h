//===- AnyPrecision.h - operation order of AnyPrecisionAdamW ----*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_ANYPRECISION_H
#define FP8_LIB_TRAINING_STORAGE_ANYPRECISION_H

#include "fp8/Analysis/UpdateRegion.h"

namespace mlir::fp8 {

/// Returns true if state `parameter` of `update` follows AdamW in the form `F *
/// w - S * m' / (R * sqrt(v') + eps)` with scalars F, S and R, which
/// `roundAsAnyPrecision` rewrites. Otherwise sets `reason`.
bool isAdamW(UpdateOp update, unsigned parameter, std::string &reason);

/// Returns the indices of the first and the second moment of such an update.
std::pair<unsigned, unsigned> getAdamWMoments(UpdateOp update,
                                              unsigned parameter);

/// The formats of the moments and of the compensation: bf16, f16 or f32.
struct AnyPrecisionFormats {
  Format first, second, compensation;
};

/// Rewrites the region of such an update in the operation order of
/// AnyPrecisionAdamW, with its roundings to bf16 and to `formats`. The
/// compensation becomes a new state after `parameter`, in the region only. The
/// caller must add the operands.
void roundAsAnyPrecision(UpdateOp update, unsigned parameter,
                         AnyPrecisionFormats formats);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_ANYPRECISION_H
