//===- StoragePresets.h - storage attributes of presets ---------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_STORAGEPRESETS_H
#define FP8_LIB_TRAINING_STORAGE_STORAGEPRESETS_H

#include "fp8/IR/FP8.h"
#include "fp8/Training/Choices.h"
#include "fp8/Training/Storage.h"

namespace mlir::fp8 {

/// Placeholder for the stream of a stored state. Streams are numbered after all
/// states have their storage.
inline constexpr uint32_t kNoStream = 0;

/// Returns the table row of a preset. All AnyPrecision presets share one row.
const PresetRow &getRow(StoragePreset preset);

/// Returns the storage of a parameter. The preset must not be fp32.
StorageAttr getParameterStorage(MLIRContext *context, StoragePreset preset);

/// Returns the storage of a moment. `isNonNegative` selects the second moment.
/// `granules` replaces the granularity of the row. The preset must not be fp32.
StorageAttr getMomentStorage(MLIRContext *context, StoragePreset preset,
                             bool isNonNegative, GranularityAttr granules = {});

/// Returns true if parameters have one scale per tensor.
bool hasScales(MLIRContext *context, StoragePreset preset);

/// Returns true if moments have a scale per group of elements.
bool hasGranules(MLIRContext *context, StoragePreset preset);

/// Returns AnyPrecision with the types in `text`, such as `m=f32,c=f16`, or
/// std::nullopt if `text` is invalid.
std::optional<StoragePreset> parsePrecision(StringRef text);

/// Returns `storage` with another rounding, stream and copies.
StorageAttr withRounding(StorageAttr storage, RoundingMode rounding,
                         std::optional<uint32_t> stream,
                         ArrayRef<CopyAttr> copies = {});

/// Returns `storage` with `compute = full`: the forward and backward passes
/// read the main plane and the residual.
StorageAttr withWholeReaders(StorageAttr storage);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STORAGEPRESETS_H
