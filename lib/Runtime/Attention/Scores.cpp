//===- Scores.cpp - instructions that compute scores ----------------------===//

#include "Scores.h"
#include "Round.h"
#include "Vectors.h"
#include "fp8/Numerics/Math.h"

#include <algorithm>

using namespace fp8rt;
namespace numerics = mlir::fp8::numerics;

using Lanes = Scores::Lanes;
constexpr int64_t numLanes = Scores::numLanes;

//===----------------------------------------------------------------------===//
// Captured elements
//===----------------------------------------------------------------------===//

/// Copies `count` elements that are `stride` apart.
template <typename T, typename Convert>
static void load(const void *data, int64_t offset, int64_t stride,
                 int64_t count, Convert convert) {
  const T *source = static_cast<const T *>(data) + offset;
  for (int64_t i = 0; i < count; ++i)
    convert(i, source[i * stride]);
}

static void loadCaptured(const fp8rt_attention_tensor &tensor, const void *data,
                         int64_t offset, int64_t count, Lanes &lanes) {
  auto toFloat = [&](int64_t i, float value) { lanes.f[i] = value; };
  auto toInt = [&](int64_t i, int32_t value) { lanes.i[i] = value; };
  int64_t stride = tensor.key_stride;
  switch (tensor.dtype) {
  case FP8RT_CAPTURED_F32:
    return load<float>(data, offset, stride, count, toFloat);
  case FP8RT_CAPTURED_BF16:
    return load<uint16_t>(
        data, offset, stride, count, [&](int64_t i, uint16_t code) {
          lanes.f[i] = numerics::floatOf(uint32_t{code} << 16);
        });
  case FP8RT_CAPTURED_I1:
  case FP8RT_CAPTURED_I8:
    return load<int8_t>(data, offset, stride, count, toInt);
  case FP8RT_CAPTURED_I16:
    return load<int16_t>(data, offset, stride, count, toInt);
  default:
    return load<int32_t>(data, offset, stride, count, toInt);
  }
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Returns the result of arith.maximumf or, if `isMax` is false, of
/// arith.minimumf.
template <bool isMax>
[[gnu::always_inline]] static inline float extreme(float a, float b) {
  bool takesFirst = isMax ? a > b : a < b;
  float larger = takesFirst ? a : b;
  // Zeros compare equal; the sign decides.
  uint32_t bits = isMax ? numerics::bitsOf(a) & numerics::bitsOf(b)
                        : numerics::bitsOf(a) | numerics::bitsOf(b);
  larger = a == b ? numerics::floatOf(bits) : larger;
  larger = a != a ? a : larger;
  return b != b ? b : larger;
}

/// Returns 1 if the relation of `x` to `y` is one of the relations in
/// `relation`, else 0.
template <typename T>
[[gnu::always_inline]] static inline int32_t relate(T x, T y,
                                                    int32_t relation) {
  int32_t less = x < y;
  int32_t equal = x == y;
  int32_t greater = x > y;
  int32_t bits =
      less * FP8RT_LESS | equal * FP8RT_EQUAL | greater * FP8RT_GREATER;
  bits = bits == 0 ? FP8RT_OR_UNORDERED : bits;
  return (bits & relation) != 0;
}

template <typename Function>
[[gnu::always_inline]] static inline void forLanes(Function function) {
  for (int64_t i = 0; i < numLanes; ++i)
    function(i);
}

static uint32_t word(int32_t value) { return static_cast<uint32_t>(value); }
static int32_t wrap(uint32_t value) { return static_cast<int32_t>(value); }

FP8RT_WIDENED void computeFloat(const fp8rt_score_op *op, Lanes *registers,
                                Lanes *result) {
  float *out = result->f;
  const float *a = registers[op->a].f, *b = registers[op->b].f;
  numerics::FloatBuilder builder;
  switch (op->code) {
  case FP8RT_SCORE_ADD:
    return forLanes([&](int64_t i) { out[i] = a[i] + b[i]; });
  case FP8RT_SCORE_SUB:
    return forLanes([&](int64_t i) { out[i] = a[i] - b[i]; });
  case FP8RT_SCORE_MUL:
    return forLanes([&](int64_t i) { out[i] = a[i] * b[i]; });
  case FP8RT_SCORE_DIV:
    return forLanes([&](int64_t i) { out[i] = a[i] / b[i]; });
  case FP8RT_SCORE_NEG:
    return forLanes([&](int64_t i) { out[i] = -a[i]; });
  case FP8RT_SCORE_MAX:
    return forLanes([&](int64_t i) { out[i] = extreme<true>(a[i], b[i]); });
  case FP8RT_SCORE_MIN:
    return forLanes([&](int64_t i) { out[i] = extreme<false>(a[i], b[i]); });
  case FP8RT_SCORE_EXP:
    return forLanes(
        [&](int64_t i) { out[i] = numerics::expandExp(builder, a[i]); });
  case FP8RT_SCORE_TANH:
    return forLanes(
        [&](int64_t i) { out[i] = numerics::expandTanh(builder, a[i]); });
  case FP8RT_SCORE_ROUND_BF16:
    return forLanes([&](int64_t i) { out[i] = roundBF16(a[i]); });
  default: { // FP8RT_SCORE_SELECT
    const int32_t *condition = registers[op->a].i;
    const float *c = registers[op->c].f;
    return forLanes([&](int64_t i) { out[i] = condition[i] ? b[i] : c[i]; });
  }
  }
}

FP8RT_WIDENED void computeInt(const fp8rt_score_op *op, Lanes *registers,
                              Lanes *result) {
  int32_t *out = result->i;
  const int32_t *a = registers[op->a].i, *b = registers[op->b].i;
  auto relation = static_cast<int32_t>(op->value);
  switch (op->code) {
  case FP8RT_SCORE_COMPARE: {
    const float *x = registers[op->a].f, *y = registers[op->b].f;
    return forLanes([&](int64_t i) { out[i] = relate(x[i], y[i], relation); });
  }
  case FP8RT_SCORE_ADD_INT:
    return forLanes([&](int64_t i) { out[i] = wrap(word(a[i]) + word(b[i])); });
  case FP8RT_SCORE_SUB_INT:
    return forLanes([&](int64_t i) { out[i] = wrap(word(a[i]) - word(b[i])); });
  case FP8RT_SCORE_MUL_INT:
    return forLanes([&](int64_t i) { out[i] = wrap(word(a[i]) * word(b[i])); });
  case FP8RT_SCORE_AND_INT:
    return forLanes([&](int64_t i) { out[i] = a[i] & b[i]; });
  case FP8RT_SCORE_OR_INT:
    return forLanes([&](int64_t i) { out[i] = a[i] | b[i]; });
  case FP8RT_SCORE_XOR_INT:
    return forLanes([&](int64_t i) { out[i] = a[i] ^ b[i]; });
  case FP8RT_SCORE_COMPARE_INT:
    return forLanes([&](int64_t i) { out[i] = relate(a[i], b[i], relation); });
  case FP8RT_SCORE_COMPARE_UNSIGNED:
    return forLanes(
        [&](int64_t i) { out[i] = relate(word(a[i]), word(b[i]), relation); });
  default: { // FP8RT_SCORE_SELECT_INT
    const int32_t *c = registers[op->c].i;
    return forLanes([&](int64_t i) { out[i] = a[i] ? b[i] : c[i]; });
  }
  }
}

FP8RT_WIDENED void toFloat(const int32_t *source, float *result) {
  forLanes([&](int64_t i) { result[i] = static_cast<float>(source[i]); });
}

static bool isIntegerResult(int32_t code) {
  return code == FP8RT_SCORE_COMPARE ||
         (code >= FP8RT_SCORE_ADD_INT && code <= FP8RT_SCORE_SELECT_INT);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

Scores::Scores(const fp8rt_attention_desc &desc, Lanes *registers,
               void *const *captured)
    : desc(desc), registers(registers), captured(captured) {
  for (int32_t n = 0; n < desc.num_ops; ++n) {
    const fp8rt_score_op &op = desc.ops[n];
    Lanes &lanes = registers[n];
    if (op.code == FP8RT_SCORE_F32)
      std::fill_n(lanes.f, numLanes,
                  numerics::floatOf(static_cast<uint32_t>(op.value)));
    else
      std::fill_n(lanes.i, numLanes,
                  op.code == FP8RT_SCORE_INT ? static_cast<int32_t>(op.value)
                                             : 0);
  }
}

void Scores::startRow(const RowIndex &row) {
  for (int32_t n = 0; n < desc.num_ops; ++n)
    if (desc.ops[n].code == FP8RT_SCORE_ROW_INDEX)
      std::fill_n(registers[n].i, numLanes,
                  static_cast<int32_t>(row[desc.ops[n].value]));
  for (int32_t n = 0; n < desc.num_captured; ++n) {
    offsets[n] = 0;
    for (size_t dim = 0; dim < row.size(); ++dim)
      offsets[n] += row[dim] * desc.captured[n].row_stride[dim];
  }
}

void Scores::compute(const float *products, int64_t key, int64_t count) {
  for (int32_t n = 0; n < desc.num_ops; ++n) {
    const fp8rt_score_op &op = desc.ops[n];
    Lanes &lanes = registers[n];
    switch (op.code) {
    case FP8RT_SCORE_F32:
    case FP8RT_SCORE_INT:
    case FP8RT_SCORE_ROW_INDEX:
      break;
    case FP8RT_SCORE_PRODUCT:
      std::copy_n(products, count, lanes.f);
      break;
    case FP8RT_SCORE_KEY_INDEX:
      forLanes([&](int64_t i) { lanes.i[i] = static_cast<int32_t>(key + i); });
      break;
    case FP8RT_SCORE_CAPTURED: {
      const fp8rt_attention_tensor &tensor = desc.captured[op.value];
      loadCaptured(tensor, captured[op.value],
                   offsets[op.value] + key * tensor.key_stride, count, lanes);
      break;
    }
    case FP8RT_SCORE_TO_F32:
      runWidest<toFloat>(static_cast<const int32_t *>(registers[op.a].i),
                         static_cast<float *>(lanes.f));
      break;
    default:
      if (isIntegerResult(op.code))
        runWidest<computeInt>(&op, registers, &lanes);
      else
        runWidest<computeFloat>(&op, registers, &lanes);
    }
  }
}
