//===- StoragePresets.cpp - what presets say ------------------------------===//

#include "StoragePresets.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr int64_t kGroupSize = 128;

StringRef mlir::fp8::stringify(StoragePreset preset) {
  switch (preset) {
  case StoragePreset::FP32:
    return "fp32";
  case StoragePreset::BF16Residual:
    return "bf16-residual";
  case StoragePreset::FP8Split8:
    return "fp8-split8";
  case StoragePreset::FP8Split16:
    return "fp8-split16";
  case StoragePreset::AnyPrecision:
    return "anyprecision";
  case StoragePreset::MSAMP:
    return "msamp";
  }
  for (auto [name, other] : getPrecisionPresets())
    if (other == preset)
      return name;
  llvm_unreachable("unknown preset");
}

std::optional<StoragePreset> mlir::fp8::parseStoragePreset(StringRef text) {
  for (StoragePreset preset :
       {StoragePreset::FP32, StoragePreset::BF16Residual,
        StoragePreset::FP8Split8, StoragePreset::FP8Split16,
        StoragePreset::AnyPrecision, StoragePreset::MSAMP})
    if (stringify(preset) == text)
      return preset;
  if (text.consume_front("anyprecision:"))
    return parsePrecision(text);
  return std::nullopt;
}

StringRef mlir::fp8::stringify(ScalePolicy policy) {
  switch (policy) {
  case ScalePolicy::Current:
    return "current";
  case ScalePolicy::Bounded:
    return "bounded";
  case ScalePolicy::Delayed:
    return "delayed";
  }
  llvm_unreachable("unknown policy");
}

static StorageAttr getStorage(MLIRContext *context, fp8::Format format,
                              GranularityAttr granularity = {},
                              RoundingMode rounding = RoundingMode::NearestEven,
                              ResidualKind residual = ResidualKind::None,
                              std::optional<uint32_t> stream = {},
                              ArrayRef<CopyAttr> copies = {}) {
  return StorageAttr::get(context, format, granularity, /*pow2_scale=*/false,
                          StorageTransform::None, rounding, residual,
                          ComputeView::Main, stream, copies);
}

/// Spelled, so that f16 has a scale.
static GranularityAttr getTensorWise(MLIRContext *context) {
  return GranularityAttr::get(context, GranularityKind::Tensor);
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
  if (isAnyPrecision(preset))
    return getStorage(context, fp8::Format::BF16, {}, RoundingMode::NearestEven,
                      getResidualKind(getPrecision(preset).compensation));
  // No residual is rounded to nearest: an update goes to 0 with its gradient,
  // so that none is known to reach half a unit.
  switch (preset) {
  case StoragePreset::BF16Residual:
    return getStorage(context, fp8::Format::BF16, {}, RoundingMode::Stochastic,
                      ResidualKind::BF16, kNoStream);
  case StoragePreset::FP8Split8:
    return getStorage(context, fp8::Format::E4M3, {},
                      RoundingMode::QuasiStochastic, ResidualKind::Split8,
                      kNoStream);
  case StoragePreset::FP8Split16:
    return getStorage(context, fp8::Format::E4M3, {}, RoundingMode::Stochastic,
                      ResidualKind::Split16, kNoStream);
  case StoragePreset::MSAMP:
    return getStorage(context, fp8::Format::F16, getTensorWise(context),
                      RoundingMode::Stochastic, ResidualKind::None, kNoStream);
  default:
    llvm_unreachable("not a preset with planes");
  }
}

StorageAttr mlir::fp8::getMomentStorage(MLIRContext *context,
                                        StoragePreset preset,
                                        bool isNonNegative,
                                        GranularityAttr granules) {
  // As they are elsewhere, with what fails there.
  if (isAnyPrecision(preset)) {
    Precision precision = getPrecision(preset);
    return getStorage(
        context,
        getPlainFormat(isNonNegative ? precision.variance : precision.moment));
  }
  // To nearest the smallest codes of e4m3 stand still, and a weight whose
  // gradients have ended moves on without end. In f16 they are harmless.
  if (preset == StoragePreset::MSAMP)
    return isNonNegative
               ? getStorage(context, fp8::Format::F16, getTensorWise(context))
               : getStorage(context, fp8::Format::E4M3, getTensorWise(context),
                            RoundingMode::Stochastic, ResidualKind::None,
                            kNoStream);
  if (preset == StoragePreset::BF16Residual)
    return isNonNegative ? getStorage(context, fp8::Format::BF16, {},
                                      RoundingMode::Stochastic,
                                      ResidualKind::None, kNoStream)
                         : getStorage(context, fp8::Format::BF16);
  if (!granules)
    granules =
        GranularityAttr::get(context, GranularityKind::Group, {kGroupSize});
  // Each step draws anew, since what is drawn for a moment depends on its own
  // earlier draws.
  return getStorage(
      context, isNonNegative ? fp8::Format::UE4M4 : fp8::Format::E4M3, granules,
      RoundingMode::Stochastic, ResidualKind::None, kNoStream);
}

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
