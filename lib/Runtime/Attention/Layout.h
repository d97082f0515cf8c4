//===- Layout.h - rows of tensors in any layout -----------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_ATTENTION_LAYOUT_H
#define FP8_LIB_RUNTIME_ATTENTION_LAYOUT_H

#include "Scores.h"

namespace fp8rt {

/// Returns the indices of row `number`, in row-major order of the dimensions
/// [first, last). All other indices are copied from `batch`.
Scores::RowIndex indexOf(const fp8rt_attention_desc &desc, int64_t number,
                         int32_t first, int32_t last,
                         Scores::RowIndex batch = {});

/// A tensor of the caller.
struct TensorRef {
  const fp8rt_attention_tensor &layout;
  void *data;

  int64_t at(const Scores::RowIndex &row) const {
    int64_t offset = 0;
    for (size_t dim = 0; dim < row.size(); ++dim)
      offset += row[dim] * layout.row_stride[dim];
    return offset;
  }

  /// Copies `count` elements from `offset` on, `stride` apart, as f32.
  void read(int64_t offset, int64_t stride, int64_t count, float *target) const;
  /// Copies `keys` keys of `count` elements to columns of `target`, whose rows
  /// are `width` apart.
  void readTransposed(int64_t offset, int64_t keys, int64_t count,
                      float *target, int64_t width) const;
  /// Writes `count` elements, rounded as by a matmul.
  void write(int64_t offset, int64_t stride, int64_t count,
             const float *source) const;

  float readOne(int64_t offset) const {
    float value;
    read(offset, /*stride=*/1, /*count=*/1, &value);
    return value;
  }
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_ATTENTION_LAYOUT_H
