//===- Tiles.cpp - blocks of rows and their memory ------------------------===//

#include "Tiles.h"
#include "fp8/Numerics/Math.h"

#include <algorithm>

using namespace fp8rt;

Tiling::Tiling(const fp8rt_attention_desc &desc) : numBatches(1), numRows(1) {
  for (int32_t dim = 0; dim < desc.num_row_dims; ++dim)
    (dim < desc.num_batch_dims ? numBatches : numRows) *= desc.rows[dim];
  const int64_t maxRows = 64, minRows = 8, tileElements = 1 << 16;
  if (desc.is_backward) {
    rows = std::min(numRows, maxRows);
    keys = std::min<int64_t>(desc.keys, 256);
    rowsPerTask = numRows;
    tasksPerBatch = 1;
    return;
  }
  keys = desc.keys;
  int64_t fitting = tileElements / std::max<int64_t>(keys, 1);
  rows = std::min(numRows, std::clamp(fitting, minRows, maxRows));
  // A task has several tiles of rows, because it copies the keys and values of
  // its batch.
  rowsPerTask = 4 * maxRows;
  tasksPerBatch = (numRows + rowsPerTask - 1) / rowsPerTask;
}

void AttentionCall::multiply(int64_t m, int64_t n, int64_t k,
                             MatrixRef<const float> lhs,
                             MatrixRef<const float> rhs, float beta,
                             MatrixRef<float> out) const {
  if (m == 0 || n == 0)
    return;
  if (k == 0) {
    for (int64_t i = 0; beta == 0.0f && i < m; ++i)
      std::fill_n(out.data + i * out.stride, n, 0.0f);
    return;
  }
  int status = library.multiply(m, n, k, /*alpha=*/1.0f, lhs, rhs, beta, out);
  int none = 0;
  if (status != 0)
    refusal.compare_exchange_strong(none, status, std::memory_order_relaxed);
}

int64_t AttentionCall::countKeys(int64_t begin, int64_t end) const {
  if (desc.causal_dim < 0)
    return desc.keys;
  int64_t last = 0;
  for (int64_t row = begin; row < end; ++row)
    last = std::max(last, indexOf(desc, row, desc.num_batch_dims,
                                  desc.num_row_dims)[desc.causal_dim]);
  return std::min(desc.keys, last + 1);
}

bool AttentionCall::canSkip(float max) const {
  // False for a NaN.
  return desc.causal_fill <= max &&
         mlir::fp8::numerics::expF32(desc.causal_fill - max) == 0.0f;
}
