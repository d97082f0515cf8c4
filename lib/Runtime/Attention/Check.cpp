//===- Check.cpp - checks of descriptions of attention --------------------===//

#include "Check.h"
#include "../Error.h"
#include "../StridedDims.h"

#include <algorithm>
#include <array>
#include <climits>
#include <initializer_list>

using namespace fp8rt;

static constexpr const char *names[FP8RT_NUM_ATTENTION_TENSORS] = {
    "q", "k", "v", "o", "max", "sum", "grad", "dq", "dk", "dv"};

int32_t fp8rt::numTensors(const fp8rt_attention_desc &desc) {
  return desc.is_backward ? FP8RT_NUM_ATTENTION_TENSORS : FP8RT_ATTENTION_GRAD;
}

/// Reports `value` of field `name` unless it is in [low, high].
static fp8rt_status checkRange(const char *function, const char *name,
                               int64_t value, int64_t low, int64_t high) {
  if (value >= low && value <= high)
    return FP8RT_OK;
  return fail(FP8RT_INVALID_ARGUMENT,
              "%s: %s is %lld, expected a number from %lld to %lld", function,
              name, static_cast<long long>(value), static_cast<long long>(low),
              static_cast<long long>(high));
}

/// Returns the number of operands of an instruction.
static int numOperands(int32_t code) {
  switch (code) {
  case FP8RT_SCORE_NEG:
  case FP8RT_SCORE_EXP:
  case FP8RT_SCORE_TANH:
  case FP8RT_SCORE_ROUND_BF16:
  case FP8RT_SCORE_TO_F32:
    return 1;
  case FP8RT_SCORE_SELECT:
  case FP8RT_SCORE_SELECT_INT:
    return 3;
  default:
    return code < FP8RT_SCORE_ADD ? 0 : 2;
  }
}

static fp8rt_status checkOp(const char *function,
                            const fp8rt_attention_desc &desc, int32_t number) {
  const fp8rt_score_op &op = desc.ops[number];
  if (fp8rt_status status = checkRange(function, "the code of an instruction",
                                       op.code, 0, FP8RT_NUM_SCORE_CODES - 1))
    return status;
  int count = numOperands(op.code);
  for (int32_t operand : {op.a, op.b, op.c}) {
    bool isUsed = count-- > 0;
    if (fp8rt_status status =
            checkRange(function,
                       isUsed ? "an operand of an instruction"
                              : "an unused operand of an instruction",
                       operand, 0, isUsed ? number - 1 : 0))
      return status;
  }
  switch (op.code) {
  case FP8RT_SCORE_INT:
    return checkRange(function, "an integer", op.value, INT32_MIN, INT32_MAX);
  case FP8RT_SCORE_ROW_INDEX:
    return checkRange(function, "the dimension of an index", op.value, 0,
                      desc.num_row_dims - 1);
  case FP8RT_SCORE_CAPTURED:
    return checkRange(function, "the number of a captured tensor", op.value, 0,
                      desc.num_captured - 1);
  case FP8RT_SCORE_COMPARE:
  case FP8RT_SCORE_COMPARE_INT:
  case FP8RT_SCORE_COMPARE_UNSIGNED:
    return checkRange(function, "a relation", op.value, 0,
                      FP8RT_LESS | FP8RT_EQUAL | FP8RT_GREATER |
                          FP8RT_OR_UNORDERED);
  default:
    return FP8RT_OK;
  }
}

static fp8rt_status checkScores(const char *function,
                                const fp8rt_attention_desc &desc) {
  if (fp8rt_status status = checkRange(function, "num_ops", desc.num_ops, 1,
                                       FP8RT_ATTENTION_SCORE_OPS))
    return status;
  for (int32_t number = 0; number < desc.num_ops; ++number)
    if (fp8rt_status status = checkOp(function, desc, number))
      return status;
  int32_t last = desc.num_ops - 1;
  if (fp8rt_status status = checkRange(function, "score", desc.score, 0, last))
    return status;
  if (fp8rt_status status =
          checkRange(function, "derivative", desc.derivative, -1, last))
    return status;
  return checkRange(function, "factor", desc.factor, -1, last);
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// Returns true for tensors with keys. They have no row dimensions except batch
/// dimensions.
static bool hasKeys(int32_t tensor) {
  return tensor == FP8RT_ATTENTION_K || tensor == FP8RT_ATTENTION_V ||
         tensor == FP8RT_ATTENTION_DK || tensor == FP8RT_ATTENTION_DV;
}

static bool isResult(const fp8rt_attention_desc &desc, int32_t tensor) {
  return desc.is_backward ? tensor >= FP8RT_ATTENTION_DQ
                          : tensor >= FP8RT_ATTENTION_O;
}

/// Returns the number of elements of each row or key of a tensor.
static int64_t numElements(const fp8rt_attention_desc &desc, int32_t tensor) {
  switch (tensor) {
  case FP8RT_ATTENTION_Q:
  case FP8RT_ATTENTION_K:
  case FP8RT_ATTENTION_DQ:
  case FP8RT_ATTENTION_DK:
    return desc.d;
  case FP8RT_ATTENTION_MAX:
  case FP8RT_ATTENTION_SUM:
    return 1;
  default:
    return desc.e;
  }
}

/// Reports a layout that does not fit an address space. If `isResult`, also
/// reports overlapping elements. The tensor has the first `numRowDims` row
/// dimensions.
static fp8rt_status checkLayout(const char *function, const char *name,
                                const fp8rt_attention_desc &desc,
                                const fp8rt_attention_tensor &tensor,
                                int32_t numRowDims, int64_t keys,
                                int64_t elements, bool isResult) {
  std::array<StridedDim, FP8RT_ATTENTION_ROW_DIMS + 2> dims;
  size_t count = 0;
  for (int32_t dim = 0; dim < numRowDims; ++dim)
    dims[count++] = {desc.rows[dim], tensor.row_stride[dim]};
  dims[count++] = {keys, tensor.key_stride};
  dims[count++] = {elements, tensor.element_stride};
  for (size_t i = 0; i < count; ++i)
    if (dims[i].stride < 0)
      return fail(FP8RT_INVALID_ARGUMENT, "%s: %s has the negative stride %lld",
                  function, name, static_cast<long long>(dims[i].stride));
  int64_t reached;
  if (!reaches(dims.data(), count, reached))
    return fail(FP8RT_OUT_OF_RANGE, "%s: %s does not fit an address space",
                function, name);
  if (isResult && reached != 0 && !isInjective(dims.data(), count))
    return fail(FP8RT_INVALID_ARGUMENT, "%s: elements of %s overlap", function,
                name);
  return FP8RT_OK;
}

static fp8rt_status checkLayouts(const char *function,
                                 const fp8rt_attention_desc &desc) {
  for (int32_t i = 0; i < numTensors(desc); ++i) {
    const fp8rt_attention_tensor &tensor = desc.tensors[i];
    int32_t numDims = hasKeys(i) ? desc.num_batch_dims : desc.num_row_dims;
    for (int32_t dim = numDims; dim < FP8RT_ATTENTION_ROW_DIMS; ++dim)
      if (tensor.row_stride[dim] != 0)
        return fail(FP8RT_INVALID_ARGUMENT,
                    "%s: %s has stride %lld in row dimension %d, expected 0: "
                    "it has only the first %d",
                    function, names[i],
                    static_cast<long long>(tensor.row_stride[dim]), dim,
                    numDims);
    if (fp8rt_status status =
            checkLayout(function, names[i], desc, tensor, numDims,
                        hasKeys(i) ? desc.keys : 1, numElements(desc, i),
                        isResult(desc, i)))
      return status;
  }
  for (int32_t i = 0; i < desc.num_captured; ++i)
    if (fp8rt_status status =
            checkLayout(function, "a captured tensor", desc, desc.captured[i],
                        desc.num_row_dims, desc.keys, /*elements=*/1,
                        /*isResult=*/false))
      return status;
  return FP8RT_OK;
}

/// Reports extents of rows whose product overflows. An extent of 0 counts as 1,
/// so that the product of a subset of the extents cannot overflow either.
static fp8rt_status checkRows(const char *function,
                              const fp8rt_attention_desc &desc) {
  int64_t product = 1;
  for (int64_t extent : desc.rows) {
    if (fp8rt_status status =
            checkRange(function, "an extent of rows", extent, 0, INT32_MAX))
      return status;
    if (__builtin_mul_overflow(product, std::max<int64_t>(extent, 1),
                               &product) ||
        product > INT64_MAX / 4)
      return fail(FP8RT_OUT_OF_RANGE,
                  "%s: the number of rows does not fit an address space",
                  function);
  }
  return FP8RT_OK;
}

static fp8rt_status checkTensors(const char *function,
                                 const fp8rt_attention_desc &desc) {
  for (int32_t i = 0; i < numTensors(desc); ++i)
    if (fp8rt_status status = checkRange(
            function, names[i], desc.tensors[i].dtype, FP8RT_F32, FP8RT_BF16))
      return status;
  for (int32_t i : {FP8RT_ATTENTION_MAX, FP8RT_ATTENTION_SUM})
    if (desc.tensors[i].dtype != FP8RT_F32)
      return fail(FP8RT_INVALID_ARGUMENT, "%s: expected %s in f32", function,
                  names[i]);
  for (int32_t i = 0; i < desc.num_captured; ++i)
    if (fp8rt_status status =
            checkRange(function, "the type of a captured tensor",
                       desc.captured[i].dtype, 0, FP8RT_NUM_CAPTURED_TYPES - 1))
      return status;
  return FP8RT_OK;
}

fp8rt_status fp8rt::checkAttention(const char *function,
                                   const fp8rt_attention_desc *desc) {
  if (!desc)
    return failNull(function, "desc");
  struct Field {
    const char *name;
    int64_t value, low, high;
  };
  const Field fields[] = {
      {"num_row_dims", desc->num_row_dims, 0, FP8RT_ATTENTION_ROW_DIMS},
      {"num_batch_dims", desc->num_batch_dims, 0, desc->num_row_dims},
      {"num_captured", desc->num_captured, 0, FP8RT_ATTENTION_CAPTURED},
      {"keys", desc->keys, 0, INT32_MAX},
      {"d", desc->d, 0, INT32_MAX},
      {"e", desc->e, 0, INT32_MAX},
      {"causal_dim", desc->causal_dim,
       desc->causal_dim < 0 ? -1 : desc->num_batch_dims,
       desc->num_row_dims - 1}};
  for (const Field &field : fields)
    if (fp8rt_status status = checkRange(function, field.name, field.value,
                                         field.low, field.high))
      return status;
  if (fp8rt_status status = checkRows(function, *desc))
    return status;
  if (fp8rt_status status = checkTensors(function, *desc))
    return status;
  if (fp8rt_status status = checkLayouts(function, *desc))
    return status;
  return checkScores(function, *desc);
}

fp8rt_status fp8rt::checkBuffers(const char *function,
                                 const fp8rt_attention_desc &desc,
                                 void *const *buffers) {
  if (!buffers)
    return failNull(function, "buffers");
  for (int32_t i = 0; i < numTensors(desc); ++i)
    if (!buffers[i])
      return failNull(function, names[i]);
  for (int32_t i = 0; i < desc.num_captured; ++i)
    if (!buffers[FP8RT_NUM_ATTENTION_TENSORS + i])
      return failNull(function, "a captured tensor");
  return FP8RT_OK;
}
