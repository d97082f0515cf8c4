//===- TestUtils.h - Utilities for tests of numerics ------------*- C++ -*-===//

#ifndef FP8_TEST_UNIT_NUMERICS_TESTUTILS_H
#define FP8_TEST_UNIT_NUMERICS_TESTUTILS_H

#include "fp8/Numerics/Formats.h"

#include <cstdint>
#include <vector>

namespace mlir::fp8::numerics::test {

/// The generator splitmix64, reproducible from the seed that a failure prints.
struct Random {
  uint64_t state;

  uint64_t next() {
    state += 0x9E3779B97F4A7C15u;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  float nextFloat() { return floatOf(static_cast<uint32_t>(next() >> 32)); }
};

/// Appends `value` and its two neighbours in f32, with both signs.
inline void addNeighbours(std::vector<float> &values, float value) {
  uint32_t bits = bitsOf(value) & 0x7FFFFFFFu;
  for (uint32_t sign : {0u, 0x80000000u}) {
    values.push_back(floatOf(sign | bits));
    values.push_back(floatOf(sign | (bits + 1)));
    if (bits != 0)
      values.push_back(floatOf(sign | (bits - 1)));
  }
}

/// Returns the values around which a cast to `spec` changes: every value,
/// every midpoint of neighbors, the midpoint above the largest value, all +-1
/// ulp; and the ends of f32.
inline std::vector<float> interestingValues(const FormatSpec &spec) {
  std::vector<float> values;
  for (uint32_t bits : {0u, 1u, 0x007FFFFFu, 0x00800000u, 0x7F7FFFFFu,
                        0x7F800000u, 0x7F800001u, 0x7FC00000u, 0x7FFFFFFEu})
    addNeighbours(values, floatOf(bits));
  for (uint32_t code = 0; code < spec.maxCode; ++code) {
    float low = decodeBits(static_cast<uint16_t>(code), spec);
    float high = decodeBits(static_cast<uint16_t>(code + 1), spec);
    addNeighbours(values, low);
    addNeighbours(values, low + (high - low) / 2);
  }
  float max = maxFinite(spec);
  float below = decodeBits(static_cast<uint16_t>(spec.maxCode - 1), spec);
  addNeighbours(values, max);
  addNeighbours(values, max + (max - below) / 2);
  return values;
}

} // namespace mlir::fp8::numerics::test

#endif // FP8_TEST_UNIT_NUMERICS_TESTUTILS_H
