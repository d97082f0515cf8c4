//===- StridedDims.cpp - dimensions of strided tensors --------------------===//

#include "StridedDims.h"

#include <algorithm>

using namespace fp8rt;

bool fp8rt::reaches(const StridedDim *dims, size_t count, int64_t &elements) {
  elements = 1;
  for (size_t i = 0; i < count; ++i) {
    int64_t length;
    if (dims[i].extent == 0)
      elements = 0;
    if (elements != 0 &&
        (__builtin_mul_overflow(dims[i].extent - 1, dims[i].stride, &length) ||
         __builtin_add_overflow(elements, length, &elements)))
      return false;
  }
  return elements <= INT64_MAX / 4;
}

bool fp8rt::isInjective(StridedDim *dims, size_t count) {
  std::sort(dims, dims + count, [](const StridedDim &a, const StridedDim &b) {
    return a.stride < b.stride;
  });
  int64_t covered = 1;
  for (size_t i = 0; i < count; ++i) {
    if (dims[i].extent <= 1)
      continue;
    if (dims[i].stride < covered)
      return false;
    covered = dims[i].stride * dims[i].extent;
  }
  return true;
}
