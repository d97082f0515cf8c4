//===- Scores.h - instructions that compute scores --------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_ATTENTION_SCORES_H
#define FP8_LIB_RUNTIME_ATTENTION_SCORES_H

#include "fp8/Runtime/fp8rt_attention.h"

#include <array>
#include <cstdint>

namespace fp8rt {

/// Runs the instructions of a description for one row and several keys at a
/// time.
class Scores {
public:
  /// Number of keys that one call of compute() takes.
  static constexpr int64_t numLanes = 128;
  union alignas(64) Lanes {
    float f[numLanes];
    int32_t i[numLanes];
  };
  /// Indices of a row in its dimensions.
  using RowIndex = std::array<int64_t, FP8RT_ATTENTION_ROW_DIMS>;

  /// `registers` has FP8RT_ATTENTION_SCORE_OPS elements, and `captured` the
  /// addresses of the captured tensors.
  Scores(const fp8rt_attention_desc &desc, Lanes *registers,
         void *const *captured);

  void startRow(const RowIndex &row);
  /// Computes the values of keys [key, key + count) of the row. `products` has
  /// `count` elements, at most numLanes.
  void compute(const float *products, int64_t key, int64_t count);

  const float *getScore() const { return registers[desc.score].f; }
  /// Returns null if the derivative is 1.
  const float *getDerivative() const { return getOrNull(desc.derivative); }
  /// Returns null if the factor is 1.
  const float *getFactor() const { return getOrNull(desc.factor); }

private:
  const float *getOrNull(int32_t number) const {
    return number < 0 ? nullptr : registers[number].f;
  }

  const fp8rt_attention_desc &desc;
  Lanes *registers;
  void *const *captured;
  /// First element of each captured tensor in the row, in elements.
  std::array<int64_t, FP8RT_ATTENTION_CAPTURED> offsets = {};
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_ATTENTION_SCORES_H
