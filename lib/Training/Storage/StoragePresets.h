//===- StoragePresets.h - storage attributes of presets ---------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_STORAGEPRESETS_H
#define FP8_LIB_TRAINING_STORAGE_STORAGEPRESETS_H

#include "fp8/IR/FP8.h"
#include "fp8/Training/Choices.h"
#include "fp8/Training/Storage.h"

namespace mlir::fp8 {

/// Placeholder stream of every stored state. Streams are numbered once all
/// states have their storage.
inline constexpr uint32_t kNoStream = 0;

/// Returns the row of a preset. All types of AnyPrecision share one row.
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

/// Returns AnyPrecision with the types of `text`, such as `m=f32,c=f16`.
std::optional<StoragePreset> parsePrecision(StringRef text);

/// Returns `storage` with another rounding, stream and copies.
StorageAttr withRounding(StorageAttr storage, RoundingMode rounding,
                         std::optional<uint32_t> stream,
                         ArrayRef<CopyAttr> copies = {});

/// Returns `storage` with the forward and backward passes reading the main
/// plane and the residual.
StorageAttr withWholeReaders(StorageAttr storage);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STORAGEPRESETS_H
