//===- GemmScale.h - The inverse scales of an operand -----------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_GEMMSCALE_H
#define FP8_LIB_RUNTIME_GEMMSCALE_H

#include "fp8/Runtime/fp8rt.h"

namespace fp8rt {

/// Terms that share a scale. `scaling` is not FP8RT_SCALE_TENSOR, here and
/// below.
int64_t termsPerScale(int32_t scaling);

/// Bytes of the scales of `outer` rows of lhs, or columns of rhs, of `terms`
/// terms; false if they do not fit an address space.
bool scaleBytes(int32_t scaling, int64_t outer, int64_t terms, int64_t &bytes);

/// The scales of an operand of `outer` by `terms`.
struct GemmScales {
  int32_t scaling;
  int64_t outer, terms;
  const void *data;

  /// That of term `term` of row or column `o`.
  float at(int64_t o, int64_t term) const;
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_GEMMSCALE_H
