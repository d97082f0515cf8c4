//===- Monomials.cpp - products and sums of expressions -------------------===//

#include "Monomials.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

using Kind = ElementExpr::Kind;

//===----------------------------------------------------------------------===//
// Monomials
//===----------------------------------------------------------------------===//

int Monomial::getPower(ElementExpr *expr) const {
  auto it = powers.find(expr);
  return it == powers.end() ? 0 : it->second;
}

void Monomial::multiply(const Monomial &other, int exponent) {
  coefficient *= exponent > 0 ? other.coefficient : 1.0 / other.coefficient;
  for (auto [expr, power] : other.powers) {
    int &mine = powers[expr];
    mine += exponent * power;
    // The square of a mask is the mask.
    if (expr->kind == Kind::Indicator)
      mine = std::min(mine, 1);
    if (mine == 0)
      powers.erase(expr);
  }
}

bool Monomial::isEqual(const Monomial &other) const {
  // Compare with a tolerance, because frontends fold constants in f32 in
  // different orders.
  constexpr double kTolerance = 1e-6;
  return powers == other.powers && std::fabs(coefficient - other.coefficient) <=
                                       kTolerance * std::fabs(coefficient);
}

/// Returns the condition if `expr` is a mask that is converted to a float (1
/// where the condition is true, 0 elsewhere), else null.
static ElementExpr *getMaskCondition(ElementExpr *expr) {
  bool isMask = expr->kind == Kind::Apply && isa<arith::UIToFPOp>(expr->op) &&
                expr->operands[0]->type.isInteger(1);
  return isMask ? expr->operands[0] : nullptr;
}

Monomial mlir::fp8::getMonomial(ElementExprs &exprs, ElementExpr *expr) {
  Monomial result;
  if (std::optional<double> number = expr->getNumber();
      number && *number != 0.0 && std::isfinite(*number)) {
    result.coefficient = *number;
    return result;
  }
  auto operand = [&](unsigned i) {
    return getMonomial(exprs, expr->operands[i]);
  };
  if (ElementExpr *condition = getMaskCondition(expr)) {
    result.powers[exprs.getIndicator(condition, /*isNegated=*/false)] = 1;
    return result;
  }
  if (expr->kind == Kind::Apply) {
    if (isa<arith::MulFOp, arith::DivFOp>(expr->op)) {
      result = operand(0);
      result.multiply(operand(1), isa<arith::MulFOp>(expr->op) ? 1 : -1);
      return result;
    }
    if (isa<arith::NegFOp>(expr->op)) {
      result = operand(0);
      result.coefficient = -result.coefficient;
      return result;
    }
    if (isa<arith::SelectOp>(expr->op))
      for (unsigned kept : {1, 2})
        if (expr->operands[3 - kept]->isConstant(0.0)) {
          result = operand(kept);
          Monomial mask;
          mask.powers[exprs.getIndicator(expr->operands[0],
                                         /*isNegated=*/kept == 2)] = 1;
          result.multiply(mask);
          return result;
        }
  }
  result.powers[expr] = 1;
  return result;
}

//===----------------------------------------------------------------------===//
// Linear forms
//===----------------------------------------------------------------------===//

namespace {
struct LinearForms {
  using Terms = std::optional<SmallVector<LinearTerm>>;

  ElementExprs &exprs;
  ElementExpr *variable;
  ElementExpr *&where;

  Terms fail(ElementExpr *expr) {
    if (!where)
      where = expr;
    return std::nullopt;
  }
  /// Returns the terms of `expr`, each multiplied by `factor` to the power
  /// `exponent`.
  Terms scale(ElementExpr *expr, const Monomial &factor, int exponent = 1);
  Terms add(ElementExpr *a, ElementExpr *b, double sign);
  Terms sum(ElementExpr *expr);
  Terms apply(ElementExpr *expr);
  Terms get(ElementExpr *expr);
};
} // namespace

LinearForms::Terms LinearForms::scale(ElementExpr *expr, const Monomial &factor,
                                      int exponent) {
  Terms terms = get(expr);
  if (terms)
    for (LinearTerm &term : *terms)
      term.factor.multiply(factor, exponent);
  return terms;
}

LinearForms::Terms LinearForms::add(ElementExpr *a, ElementExpr *b,
                                    double sign) {
  Monomial one, signed_;
  signed_.coefficient = sign;
  Terms left = scale(a, one), right = scale(b, signed_);
  if (!left || !right)
    return std::nullopt;
  llvm::append_range(*left, *right);
  return left;
}

LinearForms::Terms LinearForms::sum(ElementExpr *expr) {
  Terms terms = get(expr->operands[0]);
  if (!terms)
    return terms;
  for (LinearTerm &term : *terms) {
    // Move factors that are equal for the whole row out of the sum.
    Monomial inner, outer;
    outer.coefficient = term.factor.coefficient;
    for (auto [factor, power] : term.factor.powers)
      (exprs.varies(factor) ? inner : outer).powers[factor] = power;
    if (!term.isSum) {
      term = {outer, /*isSum=*/true, inner};
      continue;
    }
    // The term is already a row sum, so it is constant in the row. Multiply it
    // by the row sum of the remaining factor.
    bool isOne = inner.powers.size() == 1 && inner.powers.begin()->second == 1;
    ElementExpr *whole =
        isOne ? exprs.findSum(inner.powers.begin()->first) : nullptr;
    if (!whole)
      return fail(expr);
    outer.multiply(getMonomial(exprs, whole));
    term.factor = outer;
  }
  return terms;
}

LinearForms::Terms LinearForms::apply(ElementExpr *expr) {
  Operation *op = expr->op;
  auto reads = [&](unsigned i) {
    return exprs.reads(expr->operands[i], variable);
  };
  auto monomial = [&](unsigned i) {
    return getMonomial(exprs, expr->operands[i]);
  };
  if (isa<arith::AddFOp, arith::SubFOp>(op))
    return add(expr->operands[0], expr->operands[1],
               isa<arith::AddFOp>(op) ? 1.0 : -1.0);
  if (isa<arith::NegFOp>(op)) {
    Monomial minus;
    minus.coefficient = -1.0;
    return scale(expr->operands[0], minus);
  }
  if (isa<arith::MulFOp>(op) && reads(0) != reads(1)) {
    unsigned i = reads(0) ? 0 : 1;
    return scale(expr->operands[i], monomial(1 - i));
  }
  if (isa<arith::DivFOp>(op) && !reads(1))
    return scale(expr->operands[0], monomial(1), -1);
  if (isa<arith::SelectOp>(op) && !reads(0))
    for (unsigned kept : {1, 2})
      if (expr->operands[3 - kept]->isConstant(0.0)) {
        Monomial mask;
        mask.powers[exprs.getIndicator(expr->operands[0], kept == 2)] = 1;
        return scale(expr->operands[kept], mask);
      }
  return fail(expr);
}

LinearForms::Terms LinearForms::get(ElementExpr *expr) {
  if (expr == variable)
    return SmallVector<LinearTerm>{LinearTerm{}};
  if (!exprs.reads(expr, variable))
    return fail(expr);
  if (expr->kind == Kind::Sum)
    return sum(expr);
  return expr->kind == Kind::Apply ? apply(expr) : fail(expr);
}

/// Adds terms that differ only in their coefficients. Drops terms whose sum is
/// 0, such as the gradient of the maximum that a softmax subtracts.
static SmallVector<LinearTerm> addAlike(ArrayRef<LinearTerm> terms) {
  // Coefficients that cancel in real numbers may leave a rounding error.
  constexpr double kTolerance = 1e-6;
  SmallVector<LinearTerm> sums;
  SmallVector<double> magnitudes;
  for (const LinearTerm &term : terms) {
    auto *same = llvm::find_if(sums, [&](const LinearTerm &sum) {
      return sum.isSum == term.isSum &&
             sum.factor.powers == term.factor.powers &&
             sum.inner.powers == term.inner.powers;
    });
    double number = term.factor.coefficient * term.inner.coefficient;
    if (same == sums.end()) {
      sums.push_back(term);
      sums.back().factor.coefficient = number;
      sums.back().inner.coefficient = 1.0;
      magnitudes.push_back(std::fabs(number));
      continue;
    }
    same->factor.coefficient += number;
    magnitudes[same - sums.begin()] += std::fabs(number);
  }
  SmallVector<LinearTerm> kept;
  for (auto [sum, magnitude] : llvm::zip_equal(sums, magnitudes))
    if (std::fabs(sum.factor.coefficient) > kTolerance * magnitude)
      kept.push_back(sum);
  return kept;
}

std::optional<SmallVector<LinearTerm>>
mlir::fp8::getLinearTerms(ElementExprs &exprs, ElementExpr *expr,
                          ElementExpr *variable, ElementExpr *&where) {
  LinearForms forms{exprs, variable, where};
  LinearForms::Terms terms = forms.get(expr);
  return terms ? std::optional(addAlike(*terms)) : std::nullopt;
}
