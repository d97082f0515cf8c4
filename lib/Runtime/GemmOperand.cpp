//===- GemmOperand.cpp - operands for the matmul library ------------------===//

#include "GemmOperand.h"
#include "GemmDecode.h"
#include "GemmScale.h"

#include <algorithm>
#include <cstring>

using namespace fp8rt;

static bool matches(int32_t dtype, ComputeType type) {
  return dtype == (type == ComputeType::F32 ? FP8RT_F32 : FP8RT_BF16);
}

/// Copies one line of `count` elements, `stride` apart in the source.
template <typename T>
static void copyLine(int32_t dtype, const void *source, int64_t stride,
                     int64_t count, T *target) {
  if (dtype == FP8RT_F32) {
    if constexpr (std::is_same_v<T, float>) {
      const auto *values = static_cast<const float *>(source);
      for (int64_t i = 0; i < count; ++i)
        target[i] = values[i * stride];
    }
    return;
  }
  if (dtype == FP8RT_BF16) {
    const auto *values = static_cast<const uint16_t *>(source);
    for (int64_t i = 0; i < count; ++i)
      if constexpr (std::is_same_v<T, float>) {
        uint32_t bits = uint32_t{values[i * stride]} << 16;
        std::memcpy(&target[i], &bits, sizeof(bits));
      } else {
        target[i] = values[i * stride];
      }
    return;
  }
  decodeLine(dtype, static_cast<const uint8_t *>(source), stride, count,
             target);
}

static int64_t bytesOf(int32_t dtype) {
  return dtype == FP8RT_F32 ? 4 : dtype == FP8RT_BF16 ? 2 : 1;
}
Layout fp8rt::layoutOf(const Operand &operand, ComputeType type) {
  const fp8rt_matrix &matrix = operand.matrix;
  int64_t rows = operand.rows, cols = operand.cols;
  Layout layout = {};
  std::copy_n(matrix.batch_stride, 2, layout.batchStride);
  // The stride of a dimension with fewer than two elements is irrelevant.
  bool isWhole = (cols <= 1 || matrix.col_stride == 1) &&
                 (rows <= 1 || matrix.row_stride == std::max<int64_t>(cols, 1));
  layout.stride = std::max<int64_t>(operand.paddedCols, 1);
  if (isWhole && matches(matrix.dtype, type))
    return layout;
  layout.copied = true;
  int64_t size = operand.paddedRows * operand.paddedCols;
  for (int i : {1, 0}) {
    layout.copiedBatch[i] = matrix.batch_stride[i] == 0 ? 1 : operand.batch[i];
    layout.batchStride[i] = matrix.batch_stride[i] == 0 ? 0 : size;
    size *= layout.copiedBatch[i];
  }
  return layout;
}

uint64_t fp8rt::copyBytes(const Operand &operand, ComputeType type) {
  Layout layout = layoutOf(operand, type);
  if (!layout.copied)
    return 0;
  return static_cast<uint64_t>(operand.paddedRows * operand.paddedCols *
                               layout.copiedBatch[0] * layout.copiedBatch[1] *
                               sizeOf(type));
}

/// Multiplies the decoded codes of a row by their scales.
static void scaleRow(const GemmScales &scales, bool hasTermsDown, int64_t row,
                     int64_t cols, float *values) {
  for (int64_t i = 0; i < cols; ++i)
    values[i] *= hasTermsDown ? scales.at(i, row) : scales.at(row, i);
}

/// Transposes a tile of 4 x 4 in registers.
template <typename T>
static void transpose4x4(const T *source, int64_t sourceStride, T *target,
                         int64_t targetStride) {
  using Row [[gnu::vector_size(4 * sizeof(T))]] = T;
  Row rows[4];
  for (int64_t i = 0; i < 4; ++i)
    std::memcpy(&rows[i], source + i * sourceStride, sizeof(Row));
  Row low01 = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
  Row low23 = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
  Row high01 = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
  Row high23 = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
  rows[0] = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
  rows[1] = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
  rows[2] = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
  rows[3] = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
  for (int64_t i = 0; i < 4; ++i)
    std::memcpy(target + i * targetStride, &rows[i], sizeof(Row));
}

/// Copies rows [begin, end) of a matrix with strided rows. Reads along the
/// columns, one tile at a time: reading along the rows would fetch each cache
/// line once per element.
template <typename T>
static void copyTransposed(const fp8rt_matrix &matrix, const std::byte *source,
                           int64_t begin, int64_t end, int64_t cols, T *target,
                           int64_t stride) {
  constexpr int64_t extent = 32;
  T columns[extent][extent], tile[extent][extent];
  for (int64_t row = begin; row < end; row += extent) {
    int64_t numRows = std::min(extent, end - row);
    for (int64_t col = 0; col < cols; col += extent) {
      int64_t numCols = std::min(extent, cols - col);
      for (int64_t j = 0; j < numCols; ++j)
        copyLine(matrix.dtype,
                 source +
                     bytesOf(matrix.dtype) * (row * matrix.row_stride +
                                              (col + j) * matrix.col_stride),
                 matrix.row_stride, numRows, columns[j]);
      T *first = target + row * stride + col;
      bool isWhole = numRows == extent && numCols == extent;
      for (int64_t i = 0; i < numRows; i += 4)
        for (int64_t j = 0; j < numCols; j += 4)
          transpose4x4(&columns[j][i], extent,
                       isWhole ? first + i * stride + j : &tile[i][j],
                       isWhole ? stride : extent);
      if (!isWhole)
        for (int64_t i = 0; i < numRows; ++i)
          std::copy_n(tile[i], numCols, first + i * stride);
    }
  }
}

/// Copies rows [begin, end) of one matrix to `target`, with their padding.
template <typename T>
static void copyRows(const Operand &operand, const std::byte *source,
                     const GemmScales *scales, int64_t begin, int64_t end,
                     T *target) {
  const fp8rt_matrix &matrix = operand.matrix;
  int64_t cols = operand.cols, stride = operand.paddedCols;
  if (cols > 1 && matrix.col_stride != 1 && end - begin > 1)
    copyTransposed(matrix, source, begin, end, cols, target, stride);
  else
    for (int64_t row = begin; row < end; ++row)
      copyLine(matrix.dtype,
               source + bytesOf(matrix.dtype) * row * matrix.row_stride,
               matrix.col_stride, cols, target + row * stride);
  if constexpr (std::is_same_v<T, float>)
    if (scales)
      for (int64_t row = begin; row < end; ++row)
        scaleRow(*scales, operand.hasTermsDown, row, cols,
                 target + row * stride);
  for (int64_t row = begin; row < end; ++row)
    std::fill_n(target + row * stride + cols, stride - cols, T());
  if (end == operand.rows)
    std::fill_n(target + end * stride, (operand.paddedRows - end) * stride,
                T());
}

void fp8rt::copyOperand(ThreadPool &pool, const Operand &operand,
                        const void *source, const void *scales,
                        const Layout &layout, ComputeType type, void *target) {
  const fp8rt_matrix &matrix = operand.matrix;
  int64_t rows = operand.rows, cols = operand.cols;
  GemmScales table = {matrix.scaling, operand.hasTermsDown ? cols : rows,
                      operand.hasTermsDown ? rows : cols, scales};
  const GemmScales *used =
      matrix.scaling == FP8RT_SCALE_TENSOR ? nullptr : &table;
  // Each task copies enough rows to justify the scheduling overhead.
  int64_t rowsPerTask =
      std::max<int64_t>(32, 16384 / std::max<int64_t>(cols, 1));
  int64_t tasksPerMatrix = (rows + rowsPerTask - 1) / rowsPerTask;
  int64_t numMatrices = layout.copiedBatch[0] * layout.copiedBatch[1];
  pool.run(numMatrices * tasksPerMatrix, [&](int64_t task) {
    int64_t which = task / tasksPerMatrix;
    int64_t outer = which / layout.copiedBatch[1];
    int64_t inner = which % layout.copiedBatch[1];
    int64_t begin = task % tasksPerMatrix * rowsPerTask;
    int64_t end = std::min(begin + rowsPerTask, rows);
    const std::byte *from =
        static_cast<const std::byte *>(source) +
        (outer * matrix.batch_stride[0] + inner * matrix.batch_stride[1]) *
            bytesOf(matrix.dtype);
    int64_t to = which * operand.paddedRows * operand.paddedCols;
    if (type == ComputeType::F32)
      copyRows(operand, from, used, begin, end,
               static_cast<float *>(target) + to);
    else
      copyRows(operand, from, nullptr, begin, end,
               static_cast<uint16_t *>(target) + to);
  });
}
