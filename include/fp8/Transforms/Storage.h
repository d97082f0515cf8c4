//===- Storage.h - how states are stored ------------------------*- C++ -*-===//
#ifndef FP8_TRANSFORMS_STORAGE_H
#define FP8_TRANSFORMS_STORAGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir::fp8 {

/// How a parameter and what its optimizer keeps of it are stored. Numbers from
/// kFirstPrecision on are AnyPrecision with types of its own.
enum class StoragePreset : uint32_t {
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

/// The types that AnyPrecision keeps a state in.
enum class PrecisionType : uint32_t { BF16, F16, F32 };

/// The types of what AnyPrecision keeps beside a weight in bf16.
struct Precision {
  PrecisionType moment = PrecisionType::BF16, variance = PrecisionType::BF16,
                compensation = PrecisionType::BF16;
};

bool isAnyPrecision(StoragePreset preset);
/// The types of a preset that is AnyPrecision.
Precision getPrecision(StoragePreset preset);
/// AnyPrecision with types of its own, as options spell it.
llvm::ArrayRef<std::pair<llvm::StringRef, StoragePreset>> getPrecisionPresets();

/// Joins the types of AnyPrecision that a list cut at their commas.
std::vector<std::string> joinPrecisions(llvm::ArrayRef<std::string> items);

/// The end of an error about types, after the spelling in quotes.
inline constexpr llvm::StringLiteral kPrecisionSyntax =
    "'; supported are m, v and c, each once, as in "
    "anyprecision:m=f32,v=bf16,c=f16, of the types bf16, f16 and f32";

/// The preset as options spell it: of `anyprecision:v=f32,m=f32` the types in
/// the order m, v, c, and none that is bf16.
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
