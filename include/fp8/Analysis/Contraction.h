//===- Contraction.h - contractions and what lies before them -------------===//
#ifndef FP8_ANALYSIS_CONTRACTION_H
#define FP8_ANALYSIS_CONTRACTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::fp8 {

enum class ContractionKind {
  /// Reduces over K and keeps dimensions M of one operand and N of the other.
  Matmul,
  /// Keeps no dimension of one operand: a dot or matrix-vector product.
  Degenerate,
  Convolution
};

/// A sum of products of two float tensors.
struct Contraction {
  Operation *op;
  ContractionKind kind;
  Value lhs, rhs, init;
  /// Of lhs, rhs and the result; of a convolution none.
  SmallVector<AffineMap, 3> maps;

  Value getOperand(unsigned i) const { return i == 0 ? lhs : rhs; }
};

/// Whether the body of `op` is `out + a * b` on floats. Upstream also takes
/// integer, logical and complex pairs for contractions.
bool isMultiplyAdd(linalg::LinalgOp op);

/// Finds a contraction by its indexing maps and body, whatever its name:
/// named ops, `linalg.contract` and `linalg.generic` alike.
std::optional<Contraction> matchContraction(Operation *op);

/// What `op` rearranges or repeats without computing: the operand of a
/// transpose, reshape, broadcast, cast between equal elements, or generic copy
/// through a projected permutation. Otherwise null.
Value getLayoutSource(Operation *op);

/// What `op` converts elementwise between float types, otherwise null.
Value getFloatCastSource(Operation *op);

/// What the first result of `op` is in another place or format: what it
/// rearranges, converts, quantizes or dequantizes. Otherwise null.
Value getValueSource(Operation *op);

/// The value that `value` is a rearrangement of: looks through layout ops and
/// float casts.
Value getLayoutRoot(Value value);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_CONTRACTION_H
