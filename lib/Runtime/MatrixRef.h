//===- MatrixRef.h - matrix in memory of the caller -------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_MATRIXREF_H
#define FP8_LIB_RUNTIME_MATRIXREF_H

#include <cstdint>

namespace fp8rt {

/// A row-major matrix of T.
template <typename T>
struct MatrixRef {
  T *data;
  /// Distance between two rows, in elements.
  int64_t stride;
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_MATRIXREF_H
