//===- GemmScale.h - inverse scales of matmul operands ----------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_GEMMSCALE_H
#define FP8_LIB_RUNTIME_GEMMSCALE_H

#include "fp8/Runtime/fp8rt.h"

namespace fp8rt {

/// Returns the number of terms that share a scale. Here and below, `scaling` is
/// not FP8RT_SCALE_TENSOR.
int64_t termsPerScale(int32_t scaling);

/// Computes the size in bytes of the scales of `outer` rows (lhs) or columns
/// (rhs) with `terms` terms. Returns false if the scales do not fit an address
/// space.
bool scaleBytes(int32_t scaling, int64_t outer, int64_t terms, int64_t &bytes);

/// The scales of an operand with `outer` rows or columns and `terms` terms.
struct GemmScales {
  int32_t scaling;
  int64_t outer, terms;
  const void *data;

  /// Returns the scale of term `term` of row or column `o`.
  float at(int64_t o, int64_t term) const;
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_GEMMSCALE_H
