//===- Monomials.h - products and sums of expressions -----------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_ATTENTION_MONOMIALS_H
#define FP8_LIB_RAISE_ATTENTION_MONOMIALS_H

#include "ElementExpr.h"

#include <map>

namespace mlir::fp8 {

/// Orders expressions by their creation.
struct ExprOrder {
  bool operator()(const ElementExpr *a, const ElementExpr *b) const {
    return a->id < b->id;
  }
};

/// A number times powers of expressions.
struct Monomial {
  double coefficient = 1.0;
  std::map<ElementExpr *, int, ExprOrder> powers;

  int getPower(ElementExpr *expr) const;
  /// Multiplies by `other` to the power of `exponent`, 1 or -1.
  void multiply(const Monomial &other, int exponent = 1);
  /// Returns true if the powers are equal, and the numbers up to rounding.
  bool isEqual(const Monomial &other) const;
};

/// Returns `expr` as a monomial: multiplications, divisions, negations and
/// masks are its structure, every other expression is a factor.
Monomial getMonomial(ElementExprs &exprs, ElementExpr *expr);

/// A term of an expression that is linear in one element: `factor` times the
/// element or, if `isSum`, times the sum over the row of `inner` times the
/// element.
struct LinearTerm {
  Monomial factor;
  bool isSum = false;
  Monomial inner = {};
};

/// Returns the terms of `expr`, which is linear in `variable`. Sets `where` to
/// the first expression that is not linear, and returns none.
std::optional<SmallVector<LinearTerm>> getLinearTerms(ElementExprs &exprs,
                                                      ElementExpr *expr,
                                                      ElementExpr *variable,
                                                      ElementExpr *&where);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_ATTENTION_MONOMIALS_H
