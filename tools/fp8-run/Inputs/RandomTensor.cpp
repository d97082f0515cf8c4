//===- RandomTensor.cpp - Reproducible random inputs ----------------------===//

#include "Inputs/RandomTensor.h"

#include "fp8/Numerics/Draws.h"
#include "fp8/Numerics/Math.h"
#include "llvm/Support/xxhash.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Calls `set` with the four random words of each group of four elements, and
/// the number of the first of them.
static void
forEachGroup(int64_t numElements, RandomStream stream,
             function_ref<void(int64_t, const numerics::PhiloxCounter &)> set) {
  uint64_t name = llvm::xxh3_64bits(stream.name);
  numerics::PhiloxKey key = {static_cast<uint32_t>(stream.seed),
                             static_cast<uint32_t>(stream.seed >> 32)};
  for (int64_t first = 0; first < numElements; first += 4) {
    uint64_t group = static_cast<uint64_t>(first) / 4;
    set(first,
        numerics::philox4x32(
            {static_cast<uint32_t>(group), static_cast<uint32_t>(group >> 32),
             static_cast<uint32_t>(name), static_cast<uint32_t>(name >> 32)},
            key));
  }
}

/// In the open interval (0, 1); exact, as is all that follows from it in f32.
static float toUnit(uint32_t word) {
  return (static_cast<float>(word >> 9) + 0.5f) * 0x1p-23f;
}

/// Two independent normal values from two words.
static std::pair<float, float> getNormals(uint32_t word0, uint32_t word1) {
  float radius = std::sqrt(-2.0f * numerics::logF32(toUnit(word0)));
  float angle = 0x1.921fb6p+2f * toUnit(word1); // 2 pi
  return {radius * numerics::cosF32(angle), radius * numerics::sinF32(angle)};
}

void run::fillNormal(HostTensor &tensor, RandomStream stream,
                     double deviation) {
  int64_t size = tensor.getNumElements();
  forEachGroup(size, stream,
               [&](int64_t first, const numerics::PhiloxCounter &words) {
                 auto [a, b] = getNormals(words[0], words[1]);
                 auto [c, d] = getNormals(words[2], words[3]);
                 float normals[] = {a, b, c, d};
                 for (int64_t i = 0; i < 4 && first + i < size; ++i)
                   tensor.setFloat(first + i, normals[i] * deviation);
               });
}

void run::fillUniform(HostTensor &tensor, RandomStream stream, double low,
                      double high) {
  int64_t size = tensor.getNumElements();
  bool isFloat = tensor.isFloat();
  forEachGroup(
      size, stream, [&](int64_t first, const numerics::PhiloxCounter &words) {
        for (int64_t i = 0; i < 4 && first + i < size; ++i) {
          // Below 1, and so is its product with a whole number of
          // values after rounding down.
          double unit = words[i] * 0x1p-32;
          // By halves: the difference of two f64 may be infinite.
          double value = 2 * (0.5 * low + (0.5 * high - 0.5 * low) * unit);
          tensor.setFloat(first + i, isFloat ? value : std::floor(value));
        }
      });
}
