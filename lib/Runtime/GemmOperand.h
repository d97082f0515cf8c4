//===- GemmOperand.h - Operands as the library takes them -------*- C++ -*-===//
//
// The library multiplies row-major f32 or bf16 matrices. Its order of additions
// depends on transposes, and for vectors on strides, so every operand reaches
// it in one layout: whole rows, one after the other. An operand that lies
// otherwise is copied. 8-bit codes are decoded by the copy; their values are
// exact in bf16.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_GEMMOPERAND_H
#define FP8_LIB_RUNTIME_GEMMOPERAND_H

#include "GemmLibrary.h"
#include "ThreadPool.h"

namespace fp8rt {

/// What the library computes in.
enum class ComputeType { F32, BF16 };

inline int64_t sizeOf(ComputeType type) {
  return type == ComputeType::F32 ? 4 : 2;
}

/// An operand: a batch of rows x cols matrices, as described and as given.
struct Operand {
  fp8rt_matrix matrix;
  int64_t rows, cols;
  /// The extents of the copy for the library; zeros follow the elements.
  int64_t paddedRows, paddedCols;
  int64_t batch[2];
  /// Whether the terms of a sum lie along the rows: of a rhs.
  bool hasTermsDown = false;
};

/// The place of an operand, or of its copy: row-major, without gaps between the
/// rows of a matrix.
struct Layout {
  bool copied;
  /// The number of columns, with padding.
  int64_t stride;
  int64_t batchStride[2];
  /// Matrices that a copy holds: one for all of a batch that repeats it.
  int64_t copiedBatch[2];
};

Layout layoutOf(const Operand &operand, ComputeType type);

/// The bytes of a copy for `type`; 0 if none is made.
uint64_t copyBytes(const Operand &operand, ComputeType type);

/// Makes the copy that `layout` describes; of codes with many scales, in f32,
/// what they stand for.
void copyOperand(ThreadPool &pool, const Operand &operand, const void *source,
                 const void *scales, const Layout &layout, ComputeType type,
                 void *target);

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_GEMMOPERAND_H
