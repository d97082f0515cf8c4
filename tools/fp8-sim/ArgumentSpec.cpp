//===- ArgumentSpec.cpp - kernel arguments from the command line ----------===//

#include "ArgumentSpec.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <random>

using namespace llvm;

static constexpr std::pair<StringLiteral, ArgumentSpec::Element> kElements[] = {
    {"i8", ArgumentSpec::Element::I8},   {"i16", ArgumentSpec::Element::I16},
    {"i32", ArgumentSpec::Element::I32}, {"i64", ArgumentSpec::Element::I64},
    {"f16", ArgumentSpec::Element::F16}, {"bf16", ArgumentSpec::Element::BF16},
    {"f32", ArgumentSpec::Element::F32}, {"f64", ArgumentSpec::Element::F64},
};

/// Size of the largest supported buffer, in bytes.
static constexpr uint64_t kMaxBytes = uint64_t{1} << 34;

StringRef ArgumentSpec::getElementName() const {
  return find_if(kElements, [&](auto &e) { return e.second == element; })
      ->first;
}

unsigned ArgumentSpec::getElementBytes() const {
  StringRef digits = getElementName().ltrim("bfi");
  unsigned bits = 0;
  digits.getAsInteger(10, bits);
  return bits / 8;
}

uint64_t ArgumentSpec::getNumElements() const {
  uint64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

static uint64_t toBits(ArgumentSpec::Element element, double value) {
  auto convert = [&](const fltSemantics &semantics) {
    APFloat result(value);
    bool lost;
    result.convert(semantics, APFloat::rmNearestTiesToEven, &lost);
    return result.bitcastToAPInt().getZExtValue();
  };
  switch (element) {
  case ArgumentSpec::Element::F16:
    return convert(APFloat::IEEEhalf());
  case ArgumentSpec::Element::BF16:
    return convert(APFloat::BFloat());
  case ArgumentSpec::Element::F32:
    return convert(APFloat::IEEEsingle());
  case ArgumentSpec::Element::F64:
    return convert(APFloat::IEEEdouble());
  default: {
    // Saturates; NaN becomes 0.
    APSInt result(64, /*isUnsigned=*/false);
    bool isExact;
    APFloat(value).convertToInteger(result, APFloat::rmTowardZero, &isExact);
    return result.getZExtValue();
  }
  }
}

void ArgumentSpec::set(uint64_t index, double value) {
  uint64_t bits = toBits(element, value);
  unsigned size = getElementBytes();
  std::memcpy(bytes.data() + index * size, &bits, size);
}

Error ArgumentSpec::fill(StringRef text) {
  uint64_t count = getNumElements();
  bytes.resize(count * getElementBytes());
  auto bad = [&] {
    return createStringError("expected iota, random, a number or a number for "
                             "each element, but got '" +
                             text + "'");
  };
  SmallVector<StringRef> parts;
  text.split(parts, ':');
  SmallVector<double> numbers;
  for (StringRef part : drop_begin(parts))
    if (part.getAsDouble(numbers.emplace_back()))
      return bad();
  auto number = [&](unsigned i, double otherwise) {
    return i < numbers.size() ? numbers[i] : otherwise;
  };
  if (parts[0] == "iota") {
    for (uint64_t i = 0; i < count; ++i)
      set(i, number(0, 0) + number(1, 1) * double(i));
    return Error::success();
  }
  if (parts[0] == "random") {
    std::mt19937_64 engine(toBits(Element::I64, number(0, 0)));
    double low = number(1, -1), high = number(2, 1);
    for (uint64_t i = 0; i < count; ++i)
      set(i, low + (high - low) * double(engine() >> 11) * 0x1p-53);
    return Error::success();
  }
  SmallVector<StringRef> elements;
  text.split(elements, ',');
  if (elements.size() != 1 && elements.size() != count)
    return bad();
  for (uint64_t i = 0; i < count; ++i) {
    double value;
    if (elements[elements.size() == 1 ? 0 : i].getAsDouble(value))
      return bad();
    set(i, value);
  }
  return Error::success();
}

Expected<ArgumentSpec> ArgumentSpec::parse(StringRef text) {
  ArgumentSpec spec;
  auto [type, value] = text.split('=');
  auto [name, shape] = type.split('[');
  auto *found =
      find_if(kElements, [&, n = name](auto &e) { return e.first == n; });
  if (found == std::end(kElements))
    return createStringError(
        "expected an argument of i8, i16, i32, i64, f16, bf16, f32 or f64, but "
        "got '" +
        text + "'");
  spec.element = found->second;
  spec.isBuffer = type.contains('[');
  if (spec.isBuffer) {
    SmallVector<StringRef> sizes;
    shape.rtrim(']').split(sizes, 'x');
    for (StringRef size : sizes) {
      int64_t parsed;
      if (size.getAsInteger(10, parsed) || parsed < 0)
        return createStringError("expected a shape like [4x8], but got '" +
                                 type + "'");
      spec.shape.push_back(parsed);
    }
    // A buffer with an empty shape has one element.
    uint64_t bytes = spec.getElementBytes();
    for (int64_t size : spec.shape)
      bytes = SaturatingMultiply(bytes, uint64_t(size));
    if (bytes > kMaxBytes)
      return createStringError(
          "expected a buffer of at most 16 GiB, but got '" + type + "'");
  }
  if (Error error = spec.fill(value))
    return std::move(error);
  return spec;
}

void ArgumentSpec::print(raw_ostream &os, const char *data, uint64_t index,
                         bool hex) const {
  unsigned size = getElementBytes();
  uint64_t bits = 0;
  std::memcpy(&bits, data + index * size, size);
  if (hex) {
    os << format_hex_no_prefix(bits, 2 * size);
    return;
  }
  auto printFloat = [&](const fltSemantics &semantics) {
    SmallString<16> text;
    APFloat(semantics, APInt(8 * size, bits)).toString(text, 6);
    os << text;
  };
  switch (element) {
  case Element::F16:
    return printFloat(APFloat::IEEEhalf());
  case Element::BF16:
    return printFloat(APFloat::BFloat());
  case Element::F32:
    return printFloat(APFloat::IEEEsingle());
  case Element::F64:
    return printFloat(APFloat::IEEEdouble());
  default:
    os << SignExtend64(bits, 8 * size);
  }
}
