//===- Contraction.h - contractions of tensors ------------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_CONTRACTION_H
#define FP8_ANALYSIS_CONTRACTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::fp8 {

enum class ContractionKind {
  /// Sums over K, and keeps dimensions M of one operand and N of the other
  /// operand.
  Matmul,
  /// Keeps no dimension of one operand: a dot product or a matrix-vector
  /// product.
  Degenerate,
  Convolution
};

/// A sum of products of two float tensors.
struct Contraction {
  Operation *op;
  ContractionKind kind;
  Value lhs, rhs, init;
  /// Indexing maps of lhs, rhs and the result; empty for a convolution.
  SmallVector<AffineMap, 3> maps;

  Value getOperand(unsigned i) const { return i == 0 ? lhs : rhs; }
};

/// Returns true if the body of `op` is `out + a * b` on floats. The matcher of
/// upstream MLIR would also accept integer, logical and complex operations.
bool isMultiplyAdd(linalg::LinalgOp op);

/// Returns true if the op multiplies in f32, in which products of 8-bit codes
/// and of bf16 are exact.
bool multipliesInF32(linalg::LinalgOp op);

/// Matches a contraction by its indexing maps and body: a named linalg op,
/// `linalg.contract` or `linalg.generic`. Returns std::nullopt for other ops.
std::optional<Contraction> matchContraction(Operation *op);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_CONTRACTION_H
