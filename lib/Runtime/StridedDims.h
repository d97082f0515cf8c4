//===- StridedDims.h - dimensions of strided tensors ------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_STRIDEDDIMS_H
#define FP8_LIB_RUNTIME_STRIDEDDIMS_H

#include <cstddef>
#include <cstdint>

namespace fp8rt {

struct StridedDim {
  int64_t extent, stride;
};

/// Computes the number of elements from the first to the last element that
/// `dims` reach. Returns false if so many elements cannot be addressed. Neither
/// extents nor strides are negative.
bool reaches(const StridedDim *dims, size_t count, int64_t &elements);

/// Returns true if no two elements share an address, for nested dims that pass
/// reaches(). Sorts `dims` by stride.
bool isInjective(StridedDim *dims, size_t count);

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_STRIDEDDIMS_H
