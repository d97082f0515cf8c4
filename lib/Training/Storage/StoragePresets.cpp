//===- StoragePresets.cpp - storage attributes of presets -----------------===//

#include "StoragePresets.h"
#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Spellings
//===----------------------------------------------------------------------===//

StringRef mlir::fp8::stringifyStoragePreset(StoragePreset preset) {
  for (auto [name, other] : getPrecisionPresets())
    if (other == preset)
      return name;
  return stringifyChoice(preset);
}

std::optional<StoragePreset> mlir::fp8::parseStoragePreset(StringRef text) {
  if (text.consume_front("anyprecision:"))
    return parsePrecision(text);
  return parseChoice<StoragePreset>(text);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Returns true if each preset has a number of its own.
static constexpr bool areDistinct() {
  for (const PresetRow &a : Choices<StoragePreset>::rows)
    for (const PresetRow &b : Choices<StoragePreset>::rows)
      if (&a != &b && a.value == b.value)
        return false;
  return true;
}
static_assert(areDistinct(), "two storage presets have one number");

const PresetRow &mlir::fp8::getRow(StoragePreset preset) {
  if (isAnyPrecision(preset))
    preset = StoragePreset::AnyPrecision;
  const auto *row =
      llvm::find_if(Choices<StoragePreset>::rows,
                    [&](const PresetRow &row) { return row.value == preset; });
  assert(row != std::end(Choices<StoragePreset>::rows) && "no such preset");
  return *row;
}

/// Parses the `fields` of a row. Storage with random bits gets the stream
/// kNoStream.
static StorageAttr getStorage(MLIRContext *context, StringRef fields) {
  std::string text = ("#fp8.storage<" + fields).str();
  if (fields.contains("stochastic"))
    text += ", stream = " + std::to_string(kNoStream);
  auto storage =
      dyn_cast_if_present<StorageAttr>(parseAttribute(text + ">", context));
  assert(storage && "a row is a storage");
  return storage;
}

/// Returns `storage` with `format` and `residual`, and without scales.
static StorageAttr withTypes(StorageAttr storage, fp8::Format format,
                             ResidualKind residual) {
  return StorageAttr::get(storage.getContext(), format, /*granularity=*/{},
                          storage.getPow2Scale(), storage.getTransform(),
                          storage.getRounding(), residual, storage.getCompute(),
                          storage.getStream(), storage.getCopies());
}

static fp8::Format getPlainFormat(PrecisionType type) {
  switch (type) {
  case PrecisionType::BF16:
    return fp8::Format::BF16;
  case PrecisionType::F16:
    return fp8::Format::F16;
  case PrecisionType::F32:
    return fp8::Format::F32;
  }
  llvm_unreachable("unknown type");
}

static ResidualKind getResidualKind(PrecisionType type) {
  switch (type) {
  case PrecisionType::BF16:
    return ResidualKind::BF16;
  case PrecisionType::F16:
    return ResidualKind::F16;
  case PrecisionType::F32:
    return ResidualKind::F32;
  }
  llvm_unreachable("unknown type");
}

StorageAttr mlir::fp8::getParameterStorage(MLIRContext *context,
                                           StoragePreset preset) {
  StorageAttr storage = getStorage(context, getRow(preset).parameter);
  if (!isAnyPrecision(preset))
    return storage;
  return withTypes(storage, storage.getFormat(),
                   getResidualKind(getPrecision(preset).compensation));
}

StorageAttr mlir::fp8::getMomentStorage(MLIRContext *context,
                                        StoragePreset preset,
                                        bool isNonNegative,
                                        GranularityAttr granules) {
  const PresetRow &row = getRow(preset);
  StorageAttr storage =
      getStorage(context, isNonNegative ? row.variance : row.moment);
  if (isAnyPrecision(preset)) {
    Precision precision = getPrecision(preset);
    return withTypes(
        storage,
        getPlainFormat(isNonNegative ? precision.variance : precision.moment),
        ResidualKind::None);
  }
  if (!granules)
    return storage;
  return StorageAttr::get(
      context, storage.getFormat(), granules, storage.getPow2Scale(),
      storage.getTransform(), storage.getRounding(), storage.getResidual(),
      storage.getCompute(), storage.getStream(), storage.getCopies());
}

bool mlir::fp8::hasScales(MLIRContext *context, StoragePreset preset) {
  return preset != StoragePreset::FP32 &&
         hasTensorScale(getParameterStorage(context, preset));
}

bool mlir::fp8::hasGranules(MLIRContext *context, StoragePreset preset) {
  if (preset == StoragePreset::FP32)
    return false;
  GranularityAttr granularity =
      getMomentStorage(context, preset, /*isNonNegative=*/false)
          .getGranularity();
  return granularity && !granularity.isTensor();
}

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

StorageAttr mlir::fp8::withWholeReaders(StorageAttr storage) {
  return StorageAttr::get(storage.getContext(), storage.getFormat(),
                          storage.getGranularity(), storage.getPow2Scale(),
                          storage.getTransform(), storage.getRounding(),
                          storage.getResidual(), ComputeView::Full,
                          storage.getStream(), storage.getCopies());
}

StorageAttr mlir::fp8::withRounding(StorageAttr storage, RoundingMode rounding,
                                    std::optional<uint32_t> stream,
                                    ArrayRef<CopyAttr> copies) {
  return StorageAttr::get(
      storage.getContext(), storage.getFormat(), storage.getGranularity(),
      storage.getPow2Scale(), storage.getTransform(), rounding,
      storage.getResidual(), storage.getCompute(), stream, copies);
}
