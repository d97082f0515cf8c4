//===- GemmLayout.h - contractions as batched matmuls -----------*- C++ -*-===//
#ifndef FP8_ANALYSIS_GEMMLAYOUT_H
#define FP8_ANALYSIS_GEMMLAYOUT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include <array>

namespace mlir::fp8 {

/// Returns true if GEMM libraries support unscaled matrices of `element`.
bool isMatrixType(Type element);

/// Returns the roles of the dimensions of lhs, rhs and the result, or none if a
/// dimension is in one of the three only.
std::optional<linalg::ContractionDimensions>
classifyDims(ArrayRef<AffineMap> maps);

/// The roles of the dimensions of a contraction, outermost first, and the
/// operands that must be copied so that rows, columns and terms are one
/// dimension each.
struct GemmLayout : linalg::ContractionDimensions {
  /// Indexing maps of lhs, rhs and the result.
  SmallVector<AffineMap, 3> maps;
  std::array<bool, 3> copies = {false, false, false};

  /// Returns the layout, or none if no library supports the contraction: it
  /// preserves no dimension of an operand, or has three dimensions common to
  /// all tensors.
  static std::optional<GemmLayout> match(ArrayRef<AffineMap> maps,
                                         std::array<RankedTensorType, 3> types);

  bool needsCopies() const { return copies[0] || copies[1] || copies[2]; }
  SmallVector<AffineMap> getPackedMaps() const;

  /// Copies operand `i` into the order of its packed map.
  Value pack(OpBuilder &builder, Value value, unsigned i) const;
  Value createEmptyResult(OpBuilder &builder, Location loc,
                          RankedTensorType type) const;
  /// Copies `result` into the order of `type`, and adds it to `init` unless
  /// that is null.
  Value unpackResult(OpBuilder &builder, Value result, Value init,
                     RankedTensorType type) const;

private:
  SmallVector<unsigned> getPackedOrder(unsigned i) const;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_GEMMLAYOUT_H
