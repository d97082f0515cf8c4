//===- StoragePresets.h - what presets say ----------------------*- C++ -*-===//
#ifndef FP8_LIB_TRANSFORMS_ASSIGNSTORAGE_STORAGEPRESETS_H
#define FP8_LIB_TRANSFORMS_ASSIGNSTORAGE_STORAGEPRESETS_H

#include "fp8/IR/FP8.h"
#include "fp8/Transforms/Storage.h"

namespace mlir::fp8 {

/// Streams are numbered once every state has its storage: until then every one
/// that is rounded stochastically has this.
inline constexpr uint32_t kNoStream = 0;

/// The storage of a parameter under a preset that has planes.
StorageAttr getParameterStorage(MLIRContext *context, StoragePreset preset);

/// The storage of a moment. One that is never negative is a second moment. In 8
/// bits of this project `granules` share a scale, groups of 128 by default.
StorageAttr getMomentStorage(MLIRContext *context, StoragePreset preset,
                             bool isNonNegative, GranularityAttr granules = {});

/// AnyPrecision with the types of `text`, such as `m=f32,c=f16`.
std::optional<StoragePreset> parsePrecision(StringRef text);

/// Whether the preset is what others do, with what is known to fail in it.
inline bool isPeer(StoragePreset preset) {
  return isAnyPrecision(preset) || preset == StoragePreset::MSAMP;
}

/// The same but for its rounding, stream and copies.
StorageAttr withRounding(StorageAttr storage, RoundingMode rounding,
                         std::optional<uint32_t> stream,
                         ArrayRef<CopyAttr> copies = {});

/// The same, but forward and backward read main and residual.
StorageAttr withWholeReaders(StorageAttr storage);

} // namespace mlir::fp8

#endif // FP8_LIB_TRANSFORMS_ASSIGNSTORAGE_STORAGEPRESETS_H
