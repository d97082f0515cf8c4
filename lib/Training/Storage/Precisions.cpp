//===- Precisions.cpp - the types of AnyPrecision -------------------------===//

#include "StoragePresets.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::fp8;

/// Start of the numbers of AnyPrecision presets with explicit types. The number
/// of such a preset is `kFirstPrecision` plus a code of its types. Code 0, all
/// types bf16, is not used: it is StoragePreset::AnyPrecision.
static constexpr uint32_t kFirstPrecision = 64;
static constexpr uint32_t kNumTypes = 3;

static StringRef stringify(PrecisionType type) {
  switch (type) {
  case PrecisionType::BF16:
    return "bf16";
  case PrecisionType::F16:
    return "f16";
  case PrecisionType::F32:
    return "f32";
  }
  llvm_unreachable("unknown type");
}

static StoragePreset getPreset(Precision precision) {
  uint32_t code =
      static_cast<uint32_t>(precision.moment) +
      kNumTypes * (static_cast<uint32_t>(precision.variance) +
                   kNumTypes * static_cast<uint32_t>(precision.compensation));
  return code == 0 ? StoragePreset::AnyPrecision
                   : static_cast<StoragePreset>(kFirstPrecision + code);
}

bool mlir::fp8::isAnyPrecision(StoragePreset preset) {
  return preset == StoragePreset::AnyPrecision ||
         static_cast<uint32_t>(preset) > kFirstPrecision;
}

Precision mlir::fp8::getPrecision(StoragePreset preset) {
  assert(isAnyPrecision(preset) && "has no types");
  if (preset == StoragePreset::AnyPrecision)
    return {};
  uint32_t code = static_cast<uint32_t>(preset) - kFirstPrecision;
  auto take = [&] {
    auto type = static_cast<PrecisionType>(code % kNumTypes);
    code /= kNumTypes;
    return type;
  };
  Precision precision;
  precision.moment = take();
  precision.variance = take();
  precision.compensation = take();
  return precision;
}

static std::string spell(Precision precision) {
  std::string text = "anyprecision";
  char separator = ':';
  auto add = [&](char key, PrecisionType type) {
    if (type == PrecisionType::BF16)
      return;
    text += separator;
    text += key;
    text += '=';
    text += stringify(type);
    separator = ',';
  };
  add('m', precision.moment);
  add('v', precision.variance);
  add('c', precision.compensation);
  return text;
}

ArrayRef<std::pair<StringRef, StoragePreset>> mlir::fp8::getPrecisionPresets() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (uint32_t code = 1; code < kNumTypes * kNumTypes * kNumTypes; ++code)
      result.push_back(spell(
          getPrecision(static_cast<StoragePreset>(kFirstPrecision + code))));
    return result;
  }();
  static const std::vector<std::pair<StringRef, StoragePreset>> presets = [] {
    std::vector<std::pair<StringRef, StoragePreset>> result;
    for (auto [i, name] : llvm::enumerate(names))
      result.push_back(
          {name, static_cast<StoragePreset>(kFirstPrecision + 1 + i)});
    return result;
  }();
  return presets;
}

static std::optional<PrecisionType> parseType(StringRef text) {
  return llvm::StringSwitch<std::optional<PrecisionType>>(text)
      .Case("bf16", PrecisionType::BF16)
      .Case("f16", PrecisionType::F16)
      .Case("f32", PrecisionType::F32)
      .Default(std::nullopt);
}

std::optional<StoragePreset> mlir::fp8::parsePrecision(StringRef text) {
  Precision precision;
  SmallVector<StringRef> items;
  text.split(items, ',');
  std::string keys;
  for (StringRef item : items) {
    auto [key, name] = item.split('=');
    std::optional<PrecisionType> type = parseType(name);
    if (!type || key.size() != 1 || StringRef(keys).contains(key))
      return std::nullopt;
    keys += key;
    if (key == "m")
      precision.moment = *type;
    else if (key == "v")
      precision.variance = *type;
    else if (key == "c")
      precision.compensation = *type;
    else
      return std::nullopt;
  }
  return getPreset(precision);
}

std::vector<std::string>
mlir::fp8::joinPrecisions(ArrayRef<std::string> items) {
  std::vector<std::string> joined;
  for (const std::string &item : items) {
    // An item continues a list of types if its key is one letter and its value
    // is not a preset. A parameter may have a name of one letter, too, so the
    // value decides.
    auto [key, value] = StringRef(item).split('=');
    bool isType = key.size() == 1 && !value.empty() &&
                  !parseStoragePreset(value.split(':').first);
    if (isType && !joined.empty() &&
        StringRef(joined.back()).contains("anyprecision:"))
      joined.back() += "," + item;
    else
      joined.push_back(item);
  }
  return joined;
}
