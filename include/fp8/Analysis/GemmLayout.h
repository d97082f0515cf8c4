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

/// Returns the roles of the dimensions of lhs, rhs and the result. Returns
/// std::nullopt if a dimension occurs in only one of the three.
std::optional<linalg::ContractionDimensions>
classifyDims(ArrayRef<AffineMap> maps);

/// The dimensions of a contraction by role, outermost first, and the tensors
/// that must be copied before a GEMM library can process them. In a copy, all
/// dimensions of a role form one dimension.
struct GemmLayout : linalg::ContractionDimensions {
  /// Indexing maps of lhs, rhs and the result.
  SmallVector<AffineMap, 3> maps;
  std::array<bool, 3> copies = {false, false, false};

  /// Returns the layout, or std::nullopt if no library supports the
  /// contraction: an operand keeps no dimension, or there are more than two
  /// batch dimensions.
  static std::optional<GemmLayout> match(ArrayRef<AffineMap> maps,
                                         std::array<RankedTensorType, 3> types);

  bool needsCopies() const { return copies[0] || copies[1] || copies[2]; }
  SmallVector<AffineMap> getPackedMaps() const;

  /// Copies operand `i` so that its dimensions are grouped by role.
  Value pack(OpBuilder &builder, Value value, unsigned i) const;
  Value createEmptyResult(OpBuilder &builder, Location loc,
                          RankedTensorType type) const;
  /// Copies `result` to the dimension order of `type`, and adds it to `init` if
  /// `init` is not null.
  Value unpackResult(OpBuilder &builder, Value result, Value init,
                     RankedTensorType type) const;

private:
  SmallVector<unsigned> getPackedOrder(unsigned i) const;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_GEMMLAYOUT_H
