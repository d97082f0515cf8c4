//===- AttentionCase.h - random calls of attention --------------*- C++ -*-===//

#ifndef FP8_TEST_UNIT_RUNTIME_ATTENTIONCASE_H
#define FP8_TEST_UNIT_RUNTIME_ATTENTIONCASE_H

#include "TestUtils.h"
#include "fp8/Runtime/fp8rt_attention.h"

#include <array>
#include <vector>

namespace fp8rt::test {

/// The properties of a case.
struct AttentionTraits {
  int64_t batches = 1, heads = 1, rows = 1, keys = 1, d = 1, e = 1;
  /// True if the scores of later keys are replaced by `fill`.
  bool isCausal = false;
  /// True if the description declares the causal mask, so that keys may be
  /// skipped.
  bool canSkip = false;
  float fill = -1e9f;
  /// A captured tensor is added to scores.
  bool hasBias = false;
  /// Scores are capped by a tanh.
  bool hasCap = false;
  /// Probabilities have a factor, which a captured tensor selects.
  bool hasFactor = false;
  /// q, k and v are bf16.
  bool isBF16 = false;
};

/// Returns the traits of one batch and one head.
inline AttentionTraits getTraits(int64_t rows, int64_t keys, int64_t d = 5,
                                 int64_t e = 3) {
  AttentionTraits traits;
  traits.rows = rows;
  traits.keys = keys;
  traits.d = d;
  traits.e = e;
  return traits;
}

/// A call with a batch dimension, a dimension of query heads per key head, and
/// rows, whose scores are scaled.
struct AttentionCase {
  static constexpr float scale = 0.375f, cap = 4.0f, kept = 1.25f;
  enum { Batch, Heads, Rows, NumDims };

  AttentionCase(uint64_t seed, bool isBackward);
  AttentionCase(uint64_t seed, bool isBackward, const AttentionTraits &traits);

  /// Adds an instruction, and returns its number.
  int32_t add(int32_t code, int32_t a = 0, int32_t b = 0, int32_t c = 0,
              int64_t value = 0);
  int32_t addConstant(float value);
  /// Adds the instructions of scores, derivatives and factors.
  void addScores(bool isBackward);
  /// Sets the layout of tensor `number`, and fills it with random values.
  void addTensor(Random &random, int32_t number, bool hasRows,
                 int64_t elements);
  /// Sets the layouts of the captured tensors, and fills them.
  void addCaptured(Random &random);

  fp8rt_status run(fp8rt_context context, bool isBackward) const {
    return isBackward
               ? fp8rt_attention_backward(context, nullptr, &desc,
                                          buffers.data())
               : fp8rt_attention(context, nullptr, &desc, buffers.data());
  }

  /// Position of an element in a tensor, which may be a captured one.
  static size_t place(const fp8rt_attention_tensor &layout, int64_t b,
                      int64_t h, int64_t i, int64_t j, int64_t e = 0) {
    return static_cast<size_t>(
        b * layout.row_stride[Batch] + h * layout.row_stride[Heads] +
        i * layout.row_stride[Rows] + j * layout.key_stride +
        e * layout.element_stride);
  }
  /// Element of a tensor at a batch, a head, a row, a key and an element.
  float &at(int32_t tensor, int64_t b, int64_t h, int64_t i, int64_t j,
            int64_t e) {
    return values[tensor][place(desc.tensors[tensor], b, h, i, j, e)];
  }
  bool isMasked(int64_t i, int64_t j) const { return traits.isCausal && j > i; }
  double getBias(int64_t b, int64_t h, int64_t i, int64_t j) const {
    return traits.hasBias
               ? double(bias[place(desc.captured[biasNumber], b, h, i, j)])
               : 0.0;
  }
  double getFactor(int64_t b, int64_t h, int64_t i, int64_t j) const {
    if (!traits.hasFactor)
      return 1.0;
    bool isKept = isKeptKey[place(desc.captured[factorNumber], b, h, i, j)];
    return isKept ? double(kept) : 0.0;
  }

  fp8rt_attention_desc desc = {};
  AttentionTraits traits;
  std::array<std::vector<float>, FP8RT_NUM_ATTENTION_TENSORS> values;
  /// The tensors in bf16.
  std::array<std::vector<uint16_t>, FP8RT_ATTENTION_O> codes;
  /// The captured tensors, if there are any, and their numbers.
  std::vector<float> bias;
  std::vector<uint8_t> isKeptKey;
  int32_t biasNumber = 0, factorNumber = 0;
  std::array<void *, FP8RT_NUM_ATTENTION_TENSORS + FP8RT_ATTENTION_CAPTURED>
      buffers = {};
};

} // namespace fp8rt::test

#endif // FP8_TEST_UNIT_RUNTIME_ATTENTIONCASE_H
