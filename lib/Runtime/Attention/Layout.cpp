//===- Layout.cpp - rows of tensors in any layout -------------------------===//

#include "Layout.h"
#include "fp8/Numerics/Formats.h"

#include <algorithm>

using namespace fp8rt;
namespace numerics = mlir::fp8::numerics;

Scores::RowIndex fp8rt::indexOf(const fp8rt_attention_desc &desc,
                                int64_t number, int32_t first, int32_t last,
                                Scores::RowIndex batch) {
  for (int32_t dim = last - 1; dim >= first; --dim) {
    batch[dim] = number % desc.rows[dim];
    number /= desc.rows[dim];
  }
  return batch;
}

static float decode(float value) { return value; }
static float decode(uint16_t code) {
  return numerics::floatOf(uint32_t{code} << 16);
}

template <typename T>
static void readAs(const void *data, int64_t offset, int64_t stride,
                   int64_t count, float *target) {
  const T *source = static_cast<const T *>(data) + offset;
  if (stride == 1)
    for (int64_t i = 0; i < count; ++i)
      target[i] = decode(source[i]);
  else
    for (int64_t i = 0; i < count; ++i)
      target[i] = decode(source[i * stride]);
}

void TensorRef::read(int64_t offset, int64_t stride, int64_t count,
                     float *target) const {
  if (layout.dtype == FP8RT_BF16)
    readAs<uint16_t>(data, offset, stride, count, target);
  else
    readAs<float>(data, offset, stride, count, target);
}

template <typename T>
static void readColumns(const T *source, int64_t keyStride,
                        int64_t elementStride, int64_t keys, int64_t count,
                        float *target, int64_t width) {
  // A block of keys stays in the cache while its elements are read.
  const int64_t block = 16;
  for (int64_t first = 0; first < keys; first += block) {
    int64_t last = std::min(first + block, keys);
    for (int64_t i = 0; i < count; ++i)
      for (int64_t j = first; j < last; ++j)
        target[i * width + j] =
            decode(source[j * keyStride + i * elementStride]);
  }
}

void TensorRef::readTransposed(int64_t offset, int64_t keys, int64_t count,
                               float *target, int64_t width) const {
  if (layout.dtype == FP8RT_BF16)
    readColumns(static_cast<const uint16_t *>(data) + offset, layout.key_stride,
                layout.element_stride, keys, count, target, width);
  else
    readColumns(static_cast<const float *>(data) + offset, layout.key_stride,
                layout.element_stride, keys, count, target, width);
}

void TensorRef::write(int64_t offset, int64_t stride, int64_t count,
                      const float *source) const {
  if (layout.dtype == FP8RT_BF16) {
    uint16_t *target = static_cast<uint16_t *>(data) + offset;
    for (int64_t i = 0; i < count; ++i)
      target[i * stride] = numerics::encodeBF16(source[i]);
    return;
  }
  float *target = static_cast<float *>(data) + offset;
  for (int64_t i = 0; i < count; ++i)
    target[i * stride] = source[i];
}
