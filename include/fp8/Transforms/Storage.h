//===- Storage.h - how states are stored ------------------------*- C++ -*-===//
#ifndef FP8_TRANSFORMS_STORAGE_H
#define FP8_TRANSFORMS_STORAGE_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir::fp8 {

/// How a parameter and what its optimizer keeps of it are stored.
enum class StoragePreset {
  FP32,
  BF16Residual,
  FP8Split8,
  FP8Split16,
  AnyPrecision,
  MSAMP
};

/// The presets as options and errors list them.
inline constexpr llvm::StringLiteral kStoragePresets =
    "fp32, bf16-residual, fp8-split8, fp8-split16, anyprecision and msamp";

/// The preset as options spell it.
llvm::StringRef stringify(StoragePreset preset);
std::optional<StoragePreset> parseStoragePreset(llvm::StringRef text);

/// Where the one scale of a stored tensor comes from.
enum class ScalePolicy {
  Current, // the amax of the new value, in a pass of its own
  Bounded, // the amax of the old value, and a bound of the change
  Delayed  // the amaxes of earlier steps
};

llvm::StringRef stringify(ScalePolicy policy);

} // namespace mlir::fp8

#endif // FP8_TRANSFORMS_STORAGE_H
