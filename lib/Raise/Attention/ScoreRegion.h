//===- ScoreRegion.h - the region of an attention ---------------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_ATTENTION_SCOREREGION_H
#define FP8_LIB_RAISE_ATTENTION_SCOREREGION_H

#include "Monomials.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::fp8 {

/// Builds the region of an attention op in two steps: capture() collects the
/// tensors that its expressions read, and emit() emits the expressions.
class ScoreRegion {
public:
  ScoreRegion(ElementExprs &exprs, const PairSpace &space, ElementExpr *score)
      : exprs(exprs), space(space), score(score) {}

  /// Adds the tensors that `expr` reads. Masks and biases with an element per
  /// pair are computed in the region if possible. Values with fewer elements
  /// are read from their tensors. Returns false if a tensor cannot be captured.
  bool capture(ElementExpr *expr);
  bool capture(const Monomial &monomial);
  ArrayRef<AccessedTensor> getCaptured() const { return captured; }

  /// Creates the block of the region, with captured elements of `types` as
  /// arguments.
  void begin(ImplicitLocOpBuilder &builder, Region &region,
             ArrayRef<Type> types);
  Value emit(ElementExpr *expr);
  Value emit(const Monomial &monomial);
  /// Emits the sum of `monomials`.
  Value emit(ArrayRef<Monomial> monomials);

private:
  Value emitNew(ElementExpr *expr);
  Value emitApply(ElementExpr *expr);
  /// Converts a captured element to `type`.
  Value widen(Value element, Type type);

  ElementExprs &exprs;
  const PairSpace &space;
  ElementExpr *score;
  SmallVector<AccessedTensor> captured;
  /// For each captured expression, its index in `captured`.
  llvm::DenseMap<ElementExpr *, unsigned> positions;
  llvm::DenseMap<ElementExpr *, Value> emitted;
  ImplicitLocOpBuilder *b = nullptr;
  Block *block = nullptr;
};

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_ATTENTION_SCOREREGION_H
