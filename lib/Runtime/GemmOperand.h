//===- GemmOperand.h - operands for the matmul library ----------*- C++ -*-===//
//
// The library multiplies row-major f32 or bf16 matrices. Its order of summation
// depends on transposition and, for vectors, on strides. Every operand is
// therefore passed in the same layout: contiguous rows without gaps. Operands
// with another layout are copied. The copy also decodes 8-bit codes, whose
// values are exact in bf16.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_GEMMOPERAND_H
#define FP8_LIB_RUNTIME_GEMMOPERAND_H

#include "GemmLibrary.h"
#include "ThreadPool.h"

namespace fp8rt {

/// Element type of the computation.
enum class ComputeType { F32, BF16 };

inline int64_t sizeOf(ComputeType type) {
  return type == ComputeType::F32 ? 4 : 2;
}

/// An operand: a batch of rows x cols matrices, in the caller's layout.
struct Operand {
  fp8rt_matrix matrix;
  int64_t rows, cols;
  /// Extents of the copy for the library. The padding is zero.
  int64_t paddedRows, paddedCols;
  int64_t batch[2];
  /// True if the terms of a sum are in one column, as for rhs.
  bool hasTermsDown = false;
};

/// Layout of an operand or of its copy: row-major, without gaps between the
/// rows of a matrix.
struct Layout {
  bool copied;
  /// Number of columns, including padding.
  int64_t stride;
  int64_t batchStride[2];
  /// Number of matrices in the copy: 1 for a batch dimension that repeats one
  /// matrix.
  int64_t copiedBatch[2];
};

Layout layoutOf(const Operand &operand, ComputeType type);

/// Returns the size of the copy for `type` in bytes, or 0 if no copy is made.
uint64_t copyBytes(const Operand &operand, ComputeType type);

/// Creates the copy that `layout` describes. For codes with more than one
/// scale, the copy contains the scaled values, in f32.
void copyOperand(ThreadPool &pool, const Operand &operand, const void *source,
                 const void *scales, const Layout &layout, ComputeType type,
                 void *target);

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_GEMMOPERAND_H
