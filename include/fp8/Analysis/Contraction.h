//===- Contraction.h - contractions and layout ops --------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_CONTRACTION_H
#define FP8_ANALYSIS_CONTRACTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::fp8 {

enum class ContractionKind {
  /// Reduces over K and preserves dimensions M of one operand and N of the
  /// other.
  Matmul,
  /// Preserves no dimension of one operand: a dot or matrix-vector product.
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

/// Returns true if the body of `op` is `out + a * b` on floats. Upstream's
/// matcher also accepts integer, logical and complex pairs.
bool isMultiplyAdd(linalg::LinalgOp op);

/// Returns true if the op multiplies in f32, in which products of codes and of
/// bf16 are exact.
bool multipliesInF32(linalg::LinalgOp op);

/// Matches a contraction by its indexing maps and body, independent of its
/// name: named ops, `linalg.contract` and `linalg.generic`.
std::optional<Contraction> matchContraction(Operation *op);

/// Returns the operand that `op` rearranges or repeats without computing, or
/// null. Such an op is a transpose, reshape, broadcast, cast between equal
/// element types, or generic copy through a projected permutation.
Value getLayoutSource(Operation *op);

/// Returns the operand that `op` converts elementwise between float types, or
/// null.
Value getFloatCastSource(Operation *op);

/// Returns the operand that the first result of `op` rearranges, converts,
/// quantizes or dequantizes, or null.
Value getValueSource(Operation *op);

/// Returns the origin of `value`, traced through layout ops and float casts.
Value getLayoutRoot(Value value);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_CONTRACTION_H
