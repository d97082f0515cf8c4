//===- RandomData.h - random numbers and special values ---------*- C++ -*-===//
#ifndef FP8_TEST_UNIT_EXECUTION_RANDOMDATA_H
#define FP8_TEST_UNIT_EXECUTION_RANDOMDATA_H

#include "fp8/Host/HostTensor.h"
#include "fp8/Numerics/Formats.h"

#include <cmath>
#include <random>

namespace mlir::fp8::test {

/// Special contents of a tensor besides normal numbers.
enum class Specials { None, Subnormal, All };

class RandomData {
public:
  explicit RandomData(uint64_t seed) : engine(seed) {}

  uint64_t below(uint64_t bound) { return engine() % bound; }
  template <typename T>
  const T &pick(ArrayRef<T> from) {
    return from[below(from.size())];
  }

  /// Returns a number with a magnitude of about 2^`exponent`.
  float number(int exponent, Specials specials) {
    unsigned kind = below(32);
    float sign = below(2) != 0 ? -1.0f : 1.0f;
    if (specials == Specials::All && kind < 3)
      return kind == 0 ? sign * INFINITY
             : kind == 1
                 ? numerics::floatOf(0x7F800001u +
                                     static_cast<uint32_t>(below(0x400000)))
                 : sign * numerics::floatOf(0x7F7FFFFFu);
    if (specials != Specials::None && kind == 3)
      return sign * numerics::floatOf(static_cast<uint32_t>(below(0x800000)));
    if (kind < 6)
      return sign * 0.0f;
    float value = std::normal_distribution<float>()(engine);
    // Numbers with few bits are ties of every rounding.
    if (kind < 12)
      value = std::round(value * 8) / 8;
    return std::ldexp(value, exponent);
  }

  /// Fills a float tensor by `number`, an integer one with [0, `bound`).
  void fill(HostTensor &tensor, int exponent, Specials specials,
            uint64_t bound = 2) {
    for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
      if (!tensor.isFloat()) {
        tensor.setInt(i, static_cast<int64_t>(below(bound)));
        continue;
      }
      float value = number(exponent, specials);
      if (tensor.getElementSize() == 1) // any code
        tensor.bytes()[i] = static_cast<char>(below(256));
      else if (tensor.getElementSize() == 4)
        tensor.data<float>()[i] = value;
      else
        tensor.setFloat(i, value);
    }
  }

private:
  std::mt19937_64 engine;
};

} // namespace mlir::fp8::test

#endif // FP8_TEST_UNIT_EXECUTION_RANDOMDATA_H
