//===- GemmOperand.cpp - Operands as the library takes them ---------------===//

#include "GemmOperand.h"
#include "GemmDecode.h"
#include "GemmScale.h"

#include <algorithm>
#include <cstring>

using namespace fp8rt;

static bool matches(int32_t dtype, ComputeType type) {
  return dtype == (type == ComputeType::F32 ? FP8RT_F32 : FP8RT_BF16);
}

/// One line of `count` elements, `stride` apart in the source.
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

static int64_t sizeOf(int32_t dtype) {
  return dtype == FP8RT_F32 ? 4 : dtype == FP8RT_BF16 ? 2 : 1;
}
Layout fp8rt::layoutOf(const Operand &operand, ComputeType type) {
  const fp8rt_matrix &matrix = operand.matrix;
  int64_t rows = operand.rows, cols = operand.cols;
  Layout layout = {};
  std::copy_n(matrix.batch_stride, 2, layout.batchStride);
  // A stride between fewer than two elements means nothing.
  bool rowsLie = cols <= 1 || matrix.col_stride == 1;
  bool colsLie = rows <= 1 || matrix.row_stride == 1;
  if (matches(matrix.dtype, type)) {
    if (rowsLie && (rows <= 1 || matrix.row_stride >= cols)) {
      layout.stride =
          std::max<int64_t>(rows <= 1 ? cols : matrix.row_stride, 1);
      return layout;
    }
    if (colsLie && (cols <= 1 || matrix.col_stride >= rows)) {
      layout.transposed = true;
      layout.stride =
          std::max<int64_t>(cols <= 1 ? rows : matrix.col_stride, 1);
      return layout;
    }
  }
  layout.copied = true;
  layout.transposed =
      operand.meetsVector ? operand.hasTermsDown : !rowsLie && colsLie;
  layout.stride = std::max<int64_t>(layout.transposed ? rows : cols, 1);
  int64_t size = rows * cols;
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
  return static_cast<uint64_t>(operand.rows * operand.cols *
                               layout.copiedBatch[0] * layout.copiedBatch[1] *
                               sizeOf(type));
}

/// Multiplies a line of decoded codes, row or column `line`, by their scales.
static void scaleLine(const GemmScales &scales, bool isOfTerms, int64_t line,
                      int64_t count, float *values) {
  for (int64_t i = 0; i < count; ++i)
    values[i] *= isOfTerms ? scales.at(line, i) : scales.at(i, line);
}

void fp8rt::copyOperand(ThreadPool &pool, const Operand &operand,
                        const void *source, const void *scales,
                        const Layout &layout, ComputeType type, void *target) {
  const fp8rt_matrix &matrix = operand.matrix;
  int64_t numLines = operand.rows, length = operand.cols;
  int64_t lineStride = matrix.row_stride, stride = matrix.col_stride;
  if (layout.transposed) {
    std::swap(numLines, length);
    std::swap(lineStride, stride);
  }
  bool hasScales = matrix.scaling != FP8RT_SCALE_TENSOR;
  bool isOfTerms = operand.hasTermsDown == layout.transposed;
  GemmScales table = {matrix.scaling, isOfTerms ? numLines : length,
                      isOfTerms ? length : numLines, scales};
  // As many lines as are worth handing out.
  int64_t linesPerTask =
      std::max<int64_t>(1, 16384 / std::max<int64_t>(length, 1));
  int64_t tasksPerMatrix = (numLines + linesPerTask - 1) / linesPerTask;
  int64_t numMatrices = layout.copiedBatch[0] * layout.copiedBatch[1];
  pool.run(numMatrices * tasksPerMatrix, [&](int64_t task) {
    int64_t which = task / tasksPerMatrix;
    int64_t outer = which / layout.copiedBatch[1];
    int64_t inner = which % layout.copiedBatch[1];
    int64_t begin = task % tasksPerMatrix * linesPerTask;
    int64_t end = std::min(begin + linesPerTask, numLines);
    for (int64_t line = begin; line < end; ++line) {
      int64_t from = outer * matrix.batch_stride[0] +
                     inner * matrix.batch_stride[1] + line * lineStride;
      int64_t to = which * numLines * length + line * length;
      const void *first =
          static_cast<const char *>(source) + from * ::sizeOf(matrix.dtype);
      if (type == ComputeType::F32) {
        float *values = static_cast<float *>(target) + to;
        copyLine(matrix.dtype, first, stride, length, values);
        if (hasScales)
          scaleLine(table, isOfTerms, line, length, values);
      } else
        copyLine(matrix.dtype, first, stride, length,
                 static_cast<uint16_t *>(target) + to);
    }
  });
}
