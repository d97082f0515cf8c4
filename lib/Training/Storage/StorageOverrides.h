//===- StorageOverrides.h - presets by parameter name -----------*- C++ -*-===//

#ifndef FP8_LIB_TRAINING_STORAGE_STORAGEOVERRIDES_H
#define FP8_LIB_TRAINING_STORAGE_STORAGEOVERRIDES_H

#include "StoragePresets.h"
#include "fp8/IR/FP8.h"
#include "fp8/Training/Storage.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Regex.h"

namespace mlir::fp8 {

/// The preset of a parameter and its moments.
struct StorageChoice {
  StoragePreset preset;
  /// Granularity of 8-bit moments; null for the default.
  GranularityAttr granules = {};
};

/// Reports an error at `func` if `preset` does not support `policy`. `where`
/// says which option names the preset.
LogicalResult checkPreset(func::FuncOp func, ScalePolicy policy,
                          StoragePreset preset, const Twine &where);

/// Parses PATTERN=PRESET or PATTERN=PRESET:GRANULES. Sets `regex` to a regular
/// expression that matches whole names. Reports errors at `func`.
FailureOr<StorageChoice> parseOverride(func::FuncOp func, ScalePolicy policy,
                                       StringRef text, llvm::Regex &regex);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STORAGEOVERRIDES_H
