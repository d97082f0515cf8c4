//===- StorageOverrides.h - presets by name ---------------------*- C++ -*-===//

#ifndef FP8_LIB_TRAINING_STORAGE_STORAGEOVERRIDES_H
#define FP8_LIB_TRAINING_STORAGE_STORAGEOVERRIDES_H

#include "StoragePresets.h"
#include "fp8/IR/FP8.h"
#include "fp8/Training/Storage.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Regex.h"

namespace mlir::fp8 {

/// How a parameter and its moments are stored.
struct StorageChoice {
  StoragePreset preset;
  /// Of 8-bit moments; null for the default.
  GranularityAttr granules = {};
};

/// Reports at `func` a preset whose scales cannot come from where `policy`
/// says; `where` is what named it.
LogicalResult checkPreset(func::FuncOp func, ScalePolicy policy,
                          StoragePreset preset, const Twine &where);

/// Reads PATTERN=PRESET or PATTERN=PRESET:GRANULES, of which `regex` gets the
/// pattern, for whole names. Errors are at `func`.
FailureOr<StorageChoice> parseOverride(func::FuncOp func, ScalePolicy policy,
                                       StringRef text, llvm::Regex &regex);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STORAGEOVERRIDES_H
