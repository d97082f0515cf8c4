//===- Monomials.h - products and sums of expressions -----------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_ATTENTION_MONOMIALS_H
#define FP8_LIB_RAISE_ATTENTION_MONOMIALS_H

#include "ElementExpr.h"

#include <map>

namespace mlir::fp8 {

/// Orders expressions by creation, so that results are deterministic.
struct ExprOrder {
  bool operator()(const ElementExpr *a, const ElementExpr *b) const {
    return a->id < b->id;
  }
};

/// A coefficient times powers of expressions.
struct Monomial {
  double coefficient = 1.0;
  std::map<ElementExpr *, int, ExprOrder> powers;

  int getPower(ElementExpr *expr) const;
  /// Multiplies by `other` to the power `exponent`, which is 1 or -1.
  void multiply(const Monomial &other, int exponent = 1);
  /// Returns true if the powers are equal and the coefficients are equal up to
  /// rounding.
  bool isEqual(const Monomial &other) const;
};

/// Returns `expr` as a monomial: expands multiplications, divisions, negations
/// and masks. All other expressions are factors.
Monomial getMonomial(ElementExprs &exprs, ElementExpr *expr);

/// A term of an expression that is linear in a variable. The term is `factor`
/// times the variable; if `isSum`, `factor` times the row sum of `inner` times
/// the variable.
struct LinearTerm {
  Monomial factor;
  bool isSum = false;
  Monomial inner = {};
};

/// Returns the terms of `expr`, which must be linear in `variable`. If it is
/// not, sets `where` to the first expression that is not linear and returns
/// std::nullopt.
std::optional<SmallVector<LinearTerm>> getLinearTerms(ElementExprs &exprs,
                                                      ElementExpr *expr,
                                                      ElementExpr *variable,
                                                      ElementExpr *&where);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_ATTENTION_MONOMIALS_H
