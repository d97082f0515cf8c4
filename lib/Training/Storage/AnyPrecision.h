//===- AnyPrecision.h - the order of AnyPrecisionAdamW ----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_ANYPRECISION_H
#define FP8_LIB_TRAINING_STORAGE_ANYPRECISION_H

#include "fp8/Analysis/UpdateRegion.h"

namespace mlir::fp8 {

/// Whether state `parameter` of `update` follows AdamW, which
/// `roundAsAnyPrecision` writes anew: `F * w - S * m' / (R * sqrt(v') + eps)`
/// with scalars F, S and R. Else `reason` says why not.
bool isAdamW(UpdateOp update, unsigned parameter, std::string &reason);

/// The moments of such an update, the first one first.
std::pair<unsigned, unsigned> getAdamWMoments(UpdateOp update,
                                              unsigned parameter);

/// The formats of moments and of the compensation: bf16, f16 or f32.
struct AnyPrecisionFormats {
  Format first, second, compensation;
};

/// Writes the region of such an update in the order of AnyPrecisionAdamW,
/// rounding where its tensors do: to bf16 and to `formats`. The compensation is
/// a new state, the one after `parameter`, in the region alone: operands are
/// the caller's.
void roundAsAnyPrecision(UpdateOp update, unsigned parameter,
                         AnyPrecisionFormats formats);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_ANYPRECISION_H
