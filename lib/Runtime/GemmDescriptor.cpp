//===- GemmDescriptor.cpp - checks of matmul descriptors ------------------===//

#include "GemmDescriptor.h"
#include "Error.h"
#include "GemmScale.h"
#include "StridedDims.h"

#include <algorithm>
#include <array>

using namespace fp8rt;

static bool isEightBit(const fp8rt_matrix &matrix) {
  return matrix.dtype == FP8RT_E4M3 || matrix.dtype == FP8RT_E5M2;
}

/// Multiplies `bytes` by the extents of a copy of a matrix. Matmuls of two
/// 8-bit operands round rows and columns up to multiples of 16. Returns false
/// if the product overflows. An extent of 0 counts as 1.
static bool multiplyByCopy(const fp8rt_gemm_desc &desc, int64_t rows,
                           int64_t cols, int64_t &bytes) {
  constexpr int64_t unit = 16;
  bool isPadded = isEightBit(desc.lhs) && isEightBit(desc.rhs);
  bool fits = true;
  for (int64_t *extent : {&rows, &cols})
    if (isPadded && fits && *extent % unit != 0)
      fits = !__builtin_add_overflow(*extent, unit - *extent % unit, extent);
  for (int64_t extent : {desc.batch[0], desc.batch[1], rows, cols})
    fits =
        fits && (extent == 0 || !__builtin_mul_overflow(bytes, extent, &bytes));
  return fits;
}

static fp8rt_status checkMatrix(const char *function, const char *name,
                                const fp8rt_gemm_desc &desc,
                                const fp8rt_matrix &matrix, int64_t rows,
                                int64_t cols, bool isOut) {
  bool isSum = desc.beta != 0;
  int32_t last = !isOut ? FP8RT_E5M2 : isSum ? FP8RT_F32 : FP8RT_BF16;
  if (matrix.dtype < FP8RT_F32 || matrix.dtype > last)
    return fail(FP8RT_UNSUPPORTED, "%s: %s has dtype %d, expected %s", function,
                name, static_cast<int>(matrix.dtype),
                !isOut  ? "0 to 3"
                : isSum ? "f32 (0), because it is added to"
                        : "f32 (0) or bf16 (1)");
  std::array<StridedDim, 4> dims = {{{desc.batch[0], matrix.batch_stride[0]},
                                     {desc.batch[1], matrix.batch_stride[1]},
                                     {rows, matrix.row_stride},
                                     {cols, matrix.col_stride}}};
  for (StridedDim dim : dims)
    if (dim.stride < 0)
      return fail(FP8RT_UNSUPPORTED, "%s: %s has the negative stride %lld",
                  function, name, static_cast<long long>(dim.stride));
  int64_t elements;
  int64_t copyBytes = sizeof(float);
  if (!reaches(dims.data(), dims.size(), elements) ||
      !multiplyByCopy(desc, rows, cols, copyBytes))
    return fail(FP8RT_OUT_OF_RANGE, "%s: %s does not fit an address space",
                function, name);
  if (isOut && cols > 1 && matrix.col_stride != 1)
    return fail(FP8RT_UNSUPPORTED, "%s: out has col_stride %lld, expected 1",
                function, static_cast<long long>(matrix.col_stride));
  if (isOut && elements != 0 && !isInjective(dims.data(), dims.size()))
    return fail(FP8RT_UNSUPPORTED, "%s: elements of out overlap", function);
  return FP8RT_OK;
}
/// Checks the scalings: either both operands have one scale, or both have
/// several scales of kinds that can be combined.
static fp8rt_status checkScaling(const char *function,
                                 const fp8rt_gemm_desc &desc) {
  for (auto [name, matrix] :
       {std::pair("lhs", &desc.lhs), std::pair("rhs", &desc.rhs),
        std::pair("out", &desc.out)}) {
    int32_t last = matrix == &desc.out || matrix->dtype < FP8RT_E4M3
                       ? FP8RT_SCALE_TENSOR
                       : FP8RT_SCALE_MX;
    if (matrix->scaling < 0 || matrix->scaling > last)
      return fail(FP8RT_UNSUPPORTED, "%s: %s has scaling %d, expected %s",
                  function, name, static_cast<int>(matrix->scaling),
                  last == 0 ? "0: it holds no 8-bit codes" : "0 to 3");
  }
  int32_t lhs = desc.lhs.scaling, rhs = desc.rhs.scaling;
  if (lhs == FP8RT_SCALE_TENSOR && rhs == FP8RT_SCALE_TENSOR)
    return FP8RT_OK;
  bool areMX = lhs == FP8RT_SCALE_MX && rhs == FP8RT_SCALE_MX;
  bool areBlocks = std::max(lhs, rhs) < FP8RT_SCALE_MX &&
                   (lhs == FP8RT_SCALE_1X128 || rhs == FP8RT_SCALE_1X128) &&
                   lhs != FP8RT_SCALE_TENSOR && rhs != FP8RT_SCALE_TENSOR;
  if (!areMX && !areBlocks)
    return fail(
        FP8RT_UNSUPPORTED,
        "%s: scalings %d and %d, expected two of MX (3), or 1 x 128 (1) "
        "beside 1 x 128 or 128 x 128 (2)",
        function, static_cast<int>(lhs), static_cast<int>(rhs));
  if (desc.batch[0] != 1 || desc.batch[1] != 1)
    return fail(FP8RT_UNSUPPORTED,
                "%s: a batch of %lld by %lld, expected one matrix where an "
                "operand has many scales",
                function, static_cast<long long>(desc.batch[0]),
                static_cast<long long>(desc.batch[1]));
  int64_t bytes;
  if (!scaleBytes(lhs, desc.m, desc.k, bytes) ||
      !scaleBytes(rhs, desc.n, desc.k, bytes))
    return fail(FP8RT_OUT_OF_RANGE, "%s: scales do not fit an address space",
                function);
  return FP8RT_OK;
}

fp8rt_status fp8rt::checkDesc(const char *function,
                              const fp8rt_gemm_desc *desc) {
  if (!desc)
    return failNull(function, "desc");
  for (int64_t extent :
       {desc->m, desc->n, desc->k, desc->batch[0], desc->batch[1]})
    if (extent < 0)
      return fail(FP8RT_INVALID_ARGUMENT, "%s: an extent is %lld", function,
                  static_cast<long long>(extent));
  if (desc->beta != 0 && desc->beta != 1)
    return fail(FP8RT_INVALID_ARGUMENT, "%s: beta is %d, expected 0 or 1",
                function, static_cast<int>(desc->beta));
  if (desc->has_bias && desc->bias_dtype != FP8RT_F32 &&
      desc->bias_dtype != FP8RT_BF16)
    return fail(FP8RT_UNSUPPORTED,
                "%s: the bias has dtype %d, expected f32 (0) or bf16 (1)",
                function, static_cast<int>(desc->bias_dtype));
  if (desc->activation != FP8RT_ACTIVATION_NONE &&
      desc->activation != FP8RT_ACTIVATION_RELU)
    return fail(FP8RT_UNSUPPORTED,
                "%s: activation %d, expected none (0) or max(y, 0) (1)",
                function, static_cast<int>(desc->activation));
  if (fp8rt_status status = checkMatrix(function, "lhs", *desc, desc->lhs,
                                        desc->m, desc->k, false))
    return status;
  if (fp8rt_status status = checkMatrix(function, "rhs", *desc, desc->rhs,
                                        desc->k, desc->n, false))
    return status;
  if (fp8rt_status status = checkMatrix(function, "out", *desc, desc->out,
                                        desc->m, desc->n, true))
    return status;
  return checkScaling(function, *desc);
}
