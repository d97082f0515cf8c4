//===- GemmOperand.h - Operands as the library takes them -------*- C++ -*-===//
//
// The library multiplies f32 or bf16 matrices with one stride. An operand of
// 8-bit codes is decoded first, every value of which is exact in bf16; one that
// lies otherwise is copied.
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
  int64_t batch[2];
  /// Whether the terms of a sum lie along the rows: of a rhs.
  bool hasTermsDown = false;
  /// Whether the other operand is a vector. Libraries add the terms of such a
  /// product in an order that depends on how the matrix lies.
  bool meetsVector = false;
};

/// How an operand, or its copy, lies for the library.
struct Layout {
  bool copied;
  bool transposed;
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
