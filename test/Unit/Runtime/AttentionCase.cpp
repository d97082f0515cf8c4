//===- AttentionCase.cpp - random calls of attention ----------------------===//

#include "AttentionCase.h"

#include <algorithm>
#include <limits>

using namespace fp8rt::test;

static AttentionTraits drawTraits(Random &random) {
  AttentionTraits traits;
  traits.batches = 1 + random.below(3);
  traits.heads = 1 + random.below(2);
  traits.rows = 1 + random.below(random.below(4) ? 20 : 150);
  traits.keys = 1 + random.below(random.below(4) ? 20 : 600);
  traits.d = 1 + random.below(20);
  traits.e = 1 + random.below(20);
  traits.isCausal = random.below(2) != 0;
  traits.canSkip = traits.isCausal && random.below(2) != 0;
  if (random.below(3) == 0)
    traits.fill = -std::numeric_limits<float>::infinity();
  traits.hasBias = random.below(3) == 0;
  traits.hasCap = random.below(3) == 0;
  traits.hasFactor = random.below(3) == 0;
  return traits;
}

AttentionCase::AttentionCase(uint64_t seed, bool isBackward)
    : AttentionCase(seed, isBackward, [&] {
        Random random{~seed};
        return drawTraits(random);
      }()) {}

AttentionCase::AttentionCase(uint64_t seed, bool isBackward,
                             const AttentionTraits &traits)
    : traits(traits) {
  Random random{seed};
  desc.is_backward = isBackward;
  desc.num_row_dims = NumDims;
  desc.num_batch_dims = 1;
  std::fill_n(desc.rows, FP8RT_ATTENTION_ROW_DIMS, 1);
  desc.rows[Batch] = traits.batches;
  desc.rows[Heads] = traits.heads;
  desc.rows[Rows] = traits.rows;
  desc.keys = traits.keys;
  desc.d = traits.d;
  desc.e = traits.e;
  desc.causal_dim = traits.canSkip ? int32_t{Rows} : -1;
  desc.causal_fill = traits.fill;
  addScores(isBackward);
  addTensor(random, FP8RT_ATTENTION_Q, true, desc.d);
  addTensor(random, FP8RT_ATTENTION_K, false, desc.d);
  addTensor(random, FP8RT_ATTENTION_V, false, desc.e);
  addTensor(random, FP8RT_ATTENTION_O, true, desc.e);
  addTensor(random, FP8RT_ATTENTION_MAX, true, 1);
  addTensor(random, FP8RT_ATTENTION_SUM, true, 1);
  addTensor(random, FP8RT_ATTENTION_GRAD, true, desc.e);
  addTensor(random, FP8RT_ATTENTION_DQ, true, desc.d);
  addTensor(random, FP8RT_ATTENTION_DK, false, desc.d);
  addTensor(random, FP8RT_ATTENTION_DV, false, desc.e);
  addCaptured(random);
}

void AttentionCase::addScores(bool isBackward) {
  int32_t product = add(FP8RT_SCORE_PRODUCT);
  int32_t row = add(FP8RT_SCORE_ROW_INDEX, 0, 0, 0, Rows);
  int32_t key = add(FP8RT_SCORE_KEY_INDEX);
  int32_t factor = addConstant(scale), zero = addConstant(0.0f);
  desc.score = add(FP8RT_SCORE_MUL, product, factor);
  desc.derivative = isBackward ? factor : -1;
  desc.factor = -1;
  if (traits.hasBias) {
    biasNumber = desc.num_captured++;
    desc.score = add(FP8RT_SCORE_ADD, desc.score,
                     add(FP8RT_SCORE_CAPTURED, 0, 0, 0, biasNumber));
  }
  if (traits.hasCap) {
    int32_t limit = addConstant(cap);
    int32_t tanh =
        add(FP8RT_SCORE_TANH, add(FP8RT_SCORE_DIV, desc.score, limit));
    desc.score = add(FP8RT_SCORE_MUL, tanh, limit);
    if (isBackward)
      desc.derivative = add(FP8RT_SCORE_MUL, factor,
                            add(FP8RT_SCORE_SUB, addConstant(1.0f),
                                add(FP8RT_SCORE_MUL, tanh, tanh)));
  }
  if (traits.isCausal) {
    int32_t isPast =
        add(FP8RT_SCORE_COMPARE_INT, key, row, 0, FP8RT_LESS | FP8RT_EQUAL);
    desc.score =
        add(FP8RT_SCORE_SELECT, isPast, desc.score, addConstant(traits.fill));
    if (isBackward)
      desc.derivative = add(FP8RT_SCORE_SELECT, isPast, desc.derivative, zero);
  }
  if (traits.hasFactor) {
    factorNumber = desc.num_captured++;
    int32_t isKept = add(FP8RT_SCORE_CAPTURED, 0, 0, 0, factorNumber);
    desc.factor = add(FP8RT_SCORE_SELECT, isKept, addConstant(kept), zero);
  }
}

int32_t AttentionCase::add(int32_t code, int32_t a, int32_t b, int32_t c,
                           int64_t value) {
  desc.ops[desc.num_ops] = {code, a, b, c, value};
  return desc.num_ops++;
}

int32_t AttentionCase::addConstant(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return add(FP8RT_SCORE_F32, 0, 0, 0, bits);
}

namespace {
struct Dim {
  int64_t *stride, extent;
};
} // namespace

/// Sets the strides of a dense tensor whose dims have a random order. Returns
/// its number of elements, at least 1.
static size_t setStrides(Random &random, std::vector<Dim> dims) {
  for (size_t i = dims.size() - 1; i != 0; --i)
    std::swap(dims[i], dims[static_cast<size_t>(random.below(int64_t(i) + 1))]);
  int64_t size = 1;
  for (const Dim &dim : dims) {
    *dim.stride = size;
    size *= std::max<int64_t>(dim.extent, 1);
  }
  return static_cast<size_t>(size);
}

void AttentionCase::addTensor(Random &random, int32_t number, bool hasRows,
                              int64_t elements) {
  fp8rt_attention_tensor &layout = desc.tensors[number];
  layout = {};
  layout.dtype = FP8RT_F32;
  std::vector<Dim> dims = {{&layout.row_stride[Batch], desc.rows[Batch]}};
  if (hasRows) {
    dims.push_back({&layout.row_stride[Heads], desc.rows[Heads]});
    dims.push_back({&layout.row_stride[Rows], desc.rows[Rows]});
  } else {
    dims.push_back({&layout.key_stride, desc.keys});
  }
  dims.push_back({&layout.element_stride, elements});
  values[number].resize(setStrides(random, dims));
  for (float &value : values[number])
    value = 2.0f * random.unit();
  buffers[number] = values[number].data();
  if (!traits.isBF16 || number >= FP8RT_ATTENTION_O)
    return;
  layout.dtype = FP8RT_BF16;
  for (float &value : values[number]) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    codes[number].push_back(static_cast<uint16_t>(bits >> 16));
    bits &= 0xFFFF0000;
    std::memcpy(&value, &bits, sizeof(bits));
  }
  buffers[number] = codes[number].data();
}

void AttentionCase::addCaptured(Random &random) {
  if (traits.hasBias) {
    fp8rt_attention_tensor &layout = desc.captured[biasNumber];
    layout.dtype = FP8RT_CAPTURED_F32;
    bias.resize(
        setStrides(random, {{&layout.row_stride[Heads], desc.rows[Heads]},
                            {&layout.row_stride[Rows], desc.rows[Rows]},
                            {&layout.key_stride, desc.keys}}));
    for (float &value : bias)
      value = 2.0f * random.unit();
    buffers[static_cast<size_t>(FP8RT_NUM_ATTENTION_TENSORS + biasNumber)] =
        bias.data();
  }
  if (traits.hasFactor) {
    fp8rt_attention_tensor &layout = desc.captured[factorNumber];
    layout.dtype = FP8RT_CAPTURED_I1;
    isKeptKey.resize(
        setStrides(random, {{&layout.row_stride[Batch], desc.rows[Batch]},
                            {&layout.row_stride[Rows], desc.rows[Rows]},
                            {&layout.key_stride, desc.keys}}));
    for (uint8_t &isKept : isKeptKey)
      isKept = random.below(4) != 0;
    buffers[static_cast<size_t>(FP8RT_NUM_ATTENTION_TENSORS + factorNumber)] =
        isKeptKey.data();
  }
}
