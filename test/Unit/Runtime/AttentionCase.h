//===- AttentionCase.h - random calls of attention --------------*- C++ -*-===//

#ifndef FP8_TEST_UNIT_RUNTIME_ATTENTIONCASE_H
#define FP8_TEST_UNIT_RUNTIME_ATTENTIONCASE_H

#include "TestUtils.h"
#include "fp8/Runtime/fp8rt_attention.h"

#include <array>
#include <vector>

namespace fp8rt::test {

/// A call with a batch dimension, a dimension of query heads per key head, and
/// rows: scores are scaled, and later keys may be masked.
struct AttentionCase {
  static constexpr float scale = 0.375f;
  enum { Batch, Heads, Rows, NumDims };

  AttentionCase(uint64_t seed, bool isBackward);

  /// Adds an instruction, and returns its number.
  int32_t add(int32_t code, int32_t a = 0, int32_t b = 0, int32_t c = 0,
              int64_t value = 0);
  /// Sets the layout of tensor `number`, and fills it with random values.
  void addTensor(Random &random, int32_t number, bool hasRows,
                 int64_t elements);

  fp8rt_status run(fp8rt_context context, bool isBackward) const {
    return isBackward
               ? fp8rt_attention_backward(context, nullptr, &desc,
                                          buffers.data())
               : fp8rt_attention(context, nullptr, &desc, buffers.data());
  }

  /// Element of a tensor at a batch, a head, a row, a key and an element.
  float &at(int32_t tensor, int64_t b, int64_t h, int64_t i, int64_t j,
            int64_t e) {
    const fp8rt_attention_tensor &layout = desc.tensors[tensor];
    int64_t offset = b * layout.row_stride[Batch] +
                     h * layout.row_stride[Heads] +
                     i * layout.row_stride[Rows] + j * layout.key_stride +
                     e * layout.element_stride;
    return values[tensor][static_cast<size_t>(offset)];
  }
  bool isMasked(int64_t i, int64_t j) const { return isCausal && j > i; }

  fp8rt_attention_desc desc = {};
  bool isCausal = false;
  float fill = -1e9f;
  std::array<std::vector<float>, FP8RT_NUM_ATTENTION_TENSORS> values;
  std::array<void *, FP8RT_NUM_ATTENTION_TENSORS> buffers = {};
};

} // namespace fp8rt::test

#endif // FP8_TEST_UNIT_RUNTIME_ATTENTIONCASE_H
