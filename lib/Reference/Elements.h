//===- Elements.h - bits of tensor elements ---------------------*- C++ -*-===//
//
// Every value is handled as the bits of its element, zero-extended to 64 bits.
// Moves are therefore exact for every type, including NaN payloads. Only
// arithmetic interprets the bits.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_REFERENCE_ELEMENTS_H
#define FP8_LIB_REFERENCE_ELEMENTS_H

#include "fp8/Host/HostTensor.h"
#include "fp8/Numerics/Double.h"
#include "fp8/Numerics/Formats.h"
#include "fp8/Numerics/Scale.h"
#include "mlir/IR/BuiltinTypes.h"

#include <cmath>
#include <cstring>
#include <optional>

namespace mlir::fp8::reference {

inline uint64_t loadBits(const char *data, int64_t index, unsigned size) {
  uint64_t bits = 0;
  switch (size) {
  case 1:
    bits = static_cast<uint8_t>(data[index]);
    break;
  case 2: {
    uint16_t value;
    std::memcpy(&value, data + index * 2, 2);
    bits = value;
    break;
  }
  case 4: {
    uint32_t value;
    std::memcpy(&value, data + index * 4, 4);
    bits = value;
    break;
  }
  default:
    std::memcpy(&bits, data + index * 8, 8);
  }
  return bits;
}

/// Stores the low `size` bytes of `bits`.
inline void storeBits(char *data, int64_t index, unsigned size, uint64_t bits) {
  switch (size) {
  case 1: {
    data[index] = static_cast<char>(bits);
    return;
  }
  case 2: {
    uint16_t value = static_cast<uint16_t>(bits);
    std::memcpy(data + index * 2, &value, 2);
    return;
  }
  case 4: {
    uint32_t value = static_cast<uint32_t>(bits);
    std::memcpy(data + index * 4, &value, 4);
    return;
  }
  default:
    std::memcpy(data + index * 8, &bits, 8);
  }
}

inline uint64_t loadBits(const HostTensor &tensor, int64_t index) {
  return loadBits(tensor.bytes().data(), index, tensor.getElementSize());
}
inline void storeBits(HostTensor &tensor, int64_t index, uint64_t bits) {
  storeBits(tensor.bytes().data(), index, tensor.getElementSize(), bits);
}

inline double f64Of(uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}
inline uint64_t bitsOfF64(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

/// Interpretation of the bits of a float type.
class FloatCodec {
public:
  /// Returns std::nullopt if `type` is not a float type that this project
  /// supports.
  static std::optional<FloatCodec> get(Type type) {
    if (isa<Float64Type>(type))
      return FloatCodec(Kind::F64, nullptr);
    if (isa<Float32Type>(type))
      return FloatCodec(Kind::F32, nullptr);
    if (isa<Float8E8M0FNUType>(type))
      return FloatCodec(Kind::E8M0, nullptr);
    if (isa<BFloat16Type>(type))
      return FloatCodec(Kind::Narrow, &numerics::bf16);
    if (isa<Float16Type>(type))
      return FloatCodec(Kind::Narrow, &numerics::f16);
    if (isa<Float8E4M3FNType>(type))
      return FloatCodec(Kind::Narrow, &numerics::e4m3);
    if (isa<Float8E5M2Type>(type))
      return FloatCodec(Kind::Narrow, &numerics::e5m2);
    return std::nullopt;
  }

  static FloatCodec getF32() { return FloatCodec(Kind::F32, nullptr); }
  /// Returns the codec of `spec` for codes in integers. The format need not
  /// have a float type.
  static FloatCodec getCodes(const numerics::FormatSpec &spec) {
    return FloatCodec(Kind::Narrow, &spec);
  }

  bool isF64() const { return kind == Kind::F64; }
  bool isF32() const { return kind == Kind::F32; }
  bool isE8M0() const { return kind == Kind::E8M0; }
  /// Returns the format of a type narrower than f32, except e8m0.
  const numerics::FormatSpec *getSpec() const { return spec; }

  /// Returns the number of significant bits, including the implicit one.
  unsigned getPrecision() const {
    if (spec)
      return spec->mantissaBits + 1;
    return isF64() ? 53 : isF32() ? 24 : 1;
  }

  /// Decodes exactly. Not available for f64.
  float decodeF32(uint64_t bits) const {
    switch (kind) {
    case Kind::Narrow:
      return numerics::decodeBits(static_cast<uint32_t>(bits), *spec);
    case Kind::E8M0:
      return numerics::decodeE8M0(static_cast<uint8_t>(bits));
    default:
      return numerics::floatOf(static_cast<uint32_t>(bits));
    }
  }
  /// Decodes exactly.
  double decodeF64(uint64_t bits) const {
    return isF64() ? f64Of(bits) : static_cast<double>(decodeF32(bits));
  }

  /// Rounds once, to nearest even. Not available for e8m0, which has no sign.
  uint64_t encodeF32(float value, numerics::Overflow overflow) const {
    switch (kind) {
    case Kind::F64:
      return bitsOfF64(static_cast<double>(value));
    case Kind::Narrow:
      return numerics::encodeBits(value, *spec, overflow);
    default:
      return numerics::bitsOf(value);
    }
  }
  uint64_t encodeF64(double value, numerics::Overflow overflow) const {
    if (isF64())
      return bitsOfF64(value);
    return encodeF32(isF32() ? static_cast<float>(value)
                             : numerics::roundToOddF32(value),
                     overflow);
  }

private:
  enum class Kind { F64, F32, Narrow, E8M0 };
  FloatCodec(Kind kind, const numerics::FormatSpec *spec)
      : kind(kind), spec(spec) {}

  Kind kind;
  const numerics::FormatSpec *spec;
};

/// Reads the elements of a tensor of a float type of at most 32 bits as f32.
class FloatReader {
public:
  explicit FloatReader(const HostTensor &tensor)
      : FloatReader(tensor, *FloatCodec::get(tensor.getElementType())) {}
  FloatReader(const HostTensor &tensor, FloatCodec codec)
      : data(tensor.bytes().data()), size(tensor.getElementSize()),
        codec(codec) {}

  float operator[](int64_t index) const {
    return codec.decodeF32(loadBits(data, index, size));
  }

private:
  const char *data;
  unsigned size;
  FloatCodec codec;
};

/// Returns the same maximum as `arith.maximumf`: NaN if an operand is NaN, and
/// -0 is less than 0.
template <typename T>
T maximum(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? a : b;
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_ELEMENTS_H
