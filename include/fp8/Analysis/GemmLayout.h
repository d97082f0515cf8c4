//===- GemmLayout.h - contractions as batches of products -------*- C++ -*-===//
#ifndef FP8_ANALYSIS_GEMMLAYOUT_H
#define FP8_ANALYSIS_GEMMLAYOUT_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include <array>

namespace mlir::fp8 {

/// Whether libraries multiply matrices of `element` that has no scale.
bool isMatrixType(Type element);

/// The roles of the dimensions of a contraction, and which of its operands have
/// to be copied so that rows, columns and terms are one dimension each.
struct GemmLayout {
  /// In the order in which they are walked, outermost first.
  SmallVector<unsigned> batch, m, n, k;
  /// Of lhs, rhs and result.
  SmallVector<AffineMap, 3> maps;
  std::array<bool, 3> copies = {false, false, false};

  /// Nothing where no library has a call: a product that keeps no dimension of
  /// an operand, three dimensions in all tensors.
  static std::optional<GemmLayout> match(ArrayRef<AffineMap> maps,
                                         std::array<RankedTensorType, 3> types);

  bool needsCopies() const { return copies[0] || copies[1] || copies[2]; }
  SmallVector<AffineMap> getPackedMaps() const;

  /// Operand `i` in the order of its packed map.
  Value pack(OpBuilder &builder, Value value, unsigned i) const;
  Value createEmptyResult(OpBuilder &builder, Location loc,
                          RankedTensorType type) const;
  /// `result` in the order of `type`, added to `init` unless that is null.
  Value unpackResult(OpBuilder &builder, Value result, Value init,
                     RankedTensorType type) const;

private:
  SmallVector<unsigned> getPackedOrder(unsigned i) const;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_GEMMLAYOUT_H
