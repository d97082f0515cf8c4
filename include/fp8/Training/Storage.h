//===- Storage.h - Storage presets of optimizer states ----------*- C++ -*-===//
//
// Each preset is a row of a table. To add one, add a row to
// Choices<StoragePreset>.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TRAINING_STORAGE_H
#define FP8_TRAINING_STORAGE_H

#include "fp8/Support/Choices.h"
#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <utility>
#include <vector>

namespace mlir::fp8 {

/// The number of a preset: the storage formats of a parameter and its optimizer
/// moments. Only presets that C++ code names have an enumerator; others are
/// numbered by their row. Numbers from 64 on encode AnyPrecision with explicit
/// types.
enum class StoragePreset : uint32_t { FP32, BF16Residual, AnyPrecision };

/// The storage formats of one preset. Streams of random bits are assigned
/// later.
struct PresetRow {
  StoragePreset value;
  llvm::StringLiteral name, help;
  /// Fields of #fp8.storage for three kinds of states: parameters, moments of
  /// either sign, and moments that are never negative. An empty string means
  /// f32.
  llvm::StringLiteral parameter, moment, variance;
  /// True if the preset reproduces a published scheme, including its known
  /// numerical defects. Such presets exist for comparison.
  bool isPublished;
};

template <>
struct Choices<StoragePreset> {
  static constexpr PresetRow rows[] = {
      {StoragePreset::FP32, "fp32", "f32, as in the graph", "", "", "",
       /*isPublished=*/false},
      {StoragePreset::BF16Residual, "bf16-residual",
       "bf16 with a bf16 compensation, moments in bf16",
       "format = bf16, rounding = stochastic, residual = bf16", "format = bf16",
       "format = bf16, rounding = stochastic",
       /*isPublished=*/false},
      {StoragePreset(3), "fp8-split8",
       "e4m3 and 8 more bits, moments in 8 bits",
       "format = e4m3, rounding = quasi_stochastic, residual = split8",
       "format = e4m3, granularity = <group 128>, rounding = stochastic",
       "format = ue4m4, granularity = <group 128>, rounding = stochastic",
       /*isPublished=*/false},
      {StoragePreset(4), "fp8-split16",
       "e4m3 and 16 more bits, moments in 8 bits",
       "format = e4m3, rounding = stochastic, residual = split16",
       "format = e4m3, granularity = <group 128>, rounding = stochastic",
       "format = ue4m4, granularity = <group 128>, rounding = stochastic",
       /*isPublished=*/false},
      {StoragePreset::AnyPrecision, "anyprecision",
       "As AnyPrecisionAdamW: bf16 with a bf16 compensation",
       "format = bf16, residual = bf16", "format = bf16", "format = bf16",
       /*isPublished=*/true},
      {StoragePreset(5), "msamp",
       "As MS-AMP: f16 and e4m3 with a scale per tensor",
       "format = f16, granularity = <tensor>, rounding = stochastic",
       "format = e4m3, granularity = <tensor>, rounding = stochastic",
       "format = f16, granularity = <tensor>",
       /*isPublished=*/true},
  };
};

/// The types in which AnyPrecision stores a state.
enum class PrecisionType : uint32_t { BF16, F16, F32 };

/// The types of the states that AnyPrecision stores beside a bf16 weight.
struct Precision {
  PrecisionType moment = PrecisionType::BF16, variance = PrecisionType::BF16,
                compensation = PrecisionType::BF16;
};

/// Returns true if the preset is AnyPrecision, with any types.
bool isAnyPrecision(StoragePreset preset);
/// Returns the types of an AnyPrecision preset.
Precision getPrecision(StoragePreset preset);
/// Returns every spelling of AnyPrecision with explicit types, and its preset.
llvm::ArrayRef<std::pair<llvm::StringRef, StoragePreset>> getPrecisionPresets();

/// Rejoins the types of AnyPrecision, which list parsing has split at their
/// commas.
std::vector<std::string> joinPrecisions(llvm::ArrayRef<std::string> items);

/// The end of a diagnostic about the types of AnyPrecision. It follows the
/// rejected spelling, in quotes.
inline constexpr llvm::StringLiteral kPrecisionSyntax =
    "'; supported are m, v and c, each once, as in "
    "anyprecision:m=f32,v=bf16,c=f16, of the types bf16, f16 and f32";

/// Returns the spelling of a preset. Types of AnyPrecision are printed in the
/// order m, v, c, and bf16 types are omitted.
llvm::StringRef stringifyStoragePreset(StoragePreset preset);
/// Returns the preset spelled `text`, or std::nullopt if there is none.
std::optional<StoragePreset> parseStoragePreset(llvm::StringRef text);

} // namespace mlir::fp8

#endif // FP8_TRAINING_STORAGE_H
