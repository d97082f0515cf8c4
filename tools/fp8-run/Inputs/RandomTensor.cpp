//===- RandomTensor.cpp - Reproducible random inputs ----------------------===//

#include "Inputs/RandomTensor.h"

#include "fp8/Numerics/Draws.h"
#include "fp8/Numerics/Math.h"
#include "llvm/Support/xxhash.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Calls `set` for each group of four elements of the whole tensor, with its
/// four random words and the index of its first element in `tensor`, which may
/// be negative.
static void
forEachGroup(const HostTensor &tensor, RandomStream stream,
             function_ref<void(int64_t, const numerics::PhiloxCounter &)> set) {
  uint64_t name = llvm::xxh3_64bits(stream.name);
  numerics::PhiloxKey key = {static_cast<uint32_t>(stream.seed),
                             static_cast<uint32_t>(stream.seed >> 32)};
  int64_t end = stream.first + tensor.getNumElements();
  for (int64_t first = stream.first / 4 * 4; first < end; first += 4) {
    uint64_t group = static_cast<uint64_t>(first) / 4;
    set(first - stream.first,
        numerics::philox4x32(
            {static_cast<uint32_t>(group), static_cast<uint32_t>(group >> 32),
             static_cast<uint32_t>(name), static_cast<uint32_t>(name >> 32)},
            key));
  }
}

/// Returns true if `tensor` has an element `i`.
static bool hasElement(const HostTensor &tensor, int64_t i) {
  return i >= 0 && i < tensor.getNumElements();
}

/// Returns a number in the open interval (0, 1). It is exact, and so are all
/// f32 values computed from it.
static float toUnit(uint32_t word) {
  return (static_cast<float>(word >> 9) + 0.5f) * 0x1p-23f;
}

/// Returns two independent normal values from two words.
static std::pair<float, float> getNormals(uint32_t word0, uint32_t word1) {
  float radius = std::sqrt(-2.0f * numerics::logF32(toUnit(word0)));
  float angle = 0x1.921fb6p+2f * toUnit(word1); // 2 pi
  return {radius * numerics::cosF32(angle), radius * numerics::sinF32(angle)};
}

void run::fillNormal(HostTensor &tensor, RandomStream stream,
                     double deviation) {
  forEachGroup(tensor, stream,
               [&](int64_t first, const numerics::PhiloxCounter &words) {
                 auto [a, b] = getNormals(words[0], words[1]);
                 auto [c, d] = getNormals(words[2], words[3]);
                 float normals[] = {a, b, c, d};
                 for (int64_t i = 0; i < 4; ++i)
                   if (hasElement(tensor, first + i))
                     tensor.setFloat(first + i, normals[i] * deviation);
               });
}

void run::fillUniform(HostTensor &tensor, RandomStream stream, double low,
                      double high) {
  bool isFloat = tensor.isFloat();
  forEachGroup(
      tensor, stream, [&](int64_t first, const numerics::PhiloxCounter &words) {
        for (int64_t i = 0; i < 4; ++i) {
          if (!hasElement(tensor, first + i))
            continue;
          // The unit is below 1, so its product with a whole number stays below
          // that number after rounding down.
          double unit = words[i] * 0x1p-32;
          // Halve the operands first: the difference of two f64 may be
          // infinite.
          double value = 2 * (0.5 * low + (0.5 * high - 0.5 * low) * unit);
          tensor.setFloat(first + i, isFloat ? value : std::floor(value));
        }
      });
}
