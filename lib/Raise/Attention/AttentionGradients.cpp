//===- AttentionGradients.cpp - the backward pass of an attention ---------===//
//
// The gradient of the scores is linear in the gradient dp of the probabilities.
// With p = exp(t - max) / sum, the factor f of the probability, and the
// derivative g of the new score t, it is
//
//     p f g dp - p g (sum over the row of p f dp)
//
// in every form in which a frontend may write it. The matcher compares its
// terms as monomials.
//
//===----------------------------------------------------------------------===//

#include "AttentionMatch.h"

using namespace mlir;
using namespace mlir::fp8;

bool AttentionMatch::matchDerivative(ElementExpr *gradient,
                                     ElementExpr *changes) {
  ElementExpr *nonlinear = nullptr;
  auto terms = getLinearTerms(*exprs, gradient, changes, nonlinear);
  if (!terms) {
    Operation *op = nonlinear->tensor.tensor
                        ? nonlinear->tensor.tensor.getDefiningOp()
                        : nullptr;
    return fail(op ? op : gradientOp,
                "the gradient of its scores is not linear in that of its "
                "probabilities here");
  }
  Monomial probability;
  probability.powers[power] = 1;
  probability.powers[sum] = -1;
  // With p = e / l, the sum of a row is over e f dp, without factors that are
  // equal for the whole row. Those factors are in `outer`.
  Monomial inner, outer, masks, numbers;
  inner.powers[power] = 1;
  outer.powers[sum] = -1;
  outer.coefficient = numbers.coefficient = factor.coefficient;
  for (auto [expr, exponent] : factor.powers) {
    (exprs->varies(expr) ? inner : outer).powers[expr] += exponent;
    bool isMask = expr->kind == ElementExpr::Kind::Indicator;
    (isMask ? masks : numbers).powers[expr] = exponent;
  }
  outer.multiply(probability);

  // The direct terms are p f g dp. The terms with a sum are -p g / l times the
  // factors in `outer`.
  SmallVector<Monomial> sums, direct;
  for (LinearTerm &term : *terms) {
    dropEmptyRows(term.factor);
    dropEmptyRows(term.inner);
    if (!term.isSum) {
      direct.push_back(term.factor);
      continue;
    }
    if (term.inner.powers != inner.powers)
      return fail(gradientOp, "its gradient sums other products of a row");
    term.factor.coefficient *= -term.inner.coefficient;
    sums.push_back(term.factor);
  }
  for (Monomial &part : direct) {
    part.multiply(probability, -1);
    part.multiply(numbers, -1);
    // The square of a mask is the mask, so g may contain the masks of f or not.
    Monomial without = part;
    for (auto [mask, exponent] : masks.powers)
      if (without.powers.erase(mask) == 0)
        return fail(gradientOp,
                    "its gradient has no mask of the probabilities");
    Monomial *found = nullptr;
    for (const Monomial &candidate : {part, without}) {
      Monomial expected = candidate;
      expected.multiply(outer);
      found = llvm::find_if(
          sums, [&](const Monomial &sum) { return sum.isEqual(expected); });
      if (found == sums.end())
        continue;
      derivative.push_back(candidate);
      break;
    }
    if (found == sums.end())
      return fail(gradientOp, "the gradient of its scores is not that of a "
                              "softmax");
    sums.erase(found);
    for (auto [expr, exponent] : derivative.back().powers)
      if (expr == power || expr == sum)
        return fail(gradientOp,
                    "the derivative of its scores depends on the softmax");
  }
  if (!sums.empty() || derivative.empty())
    return fail(gradientOp,
                "the gradient of its scores is not that of a softmax");
  return true;
}

bool AttentionMatch::matchGradients() {
  auto operand = [&](const AccessedProduct &product, unsigned with,
                     unsigned without) {
    unsigned i =
        product.accesses[0].has(with) && !product.accesses[0].has(without) ? 0
                                                                           : 1;
    return product.getOperand(i);
  };
  unsigned j = space.getJ(), d = space.getD(), e = space.getE();
  if (!areSame(operand(*dq, d, space.getE()), k))
    return fail(dq->product.op, "the gradient of queries reads other keys");
  if (!areSame(operand(*dk, d, j), q))
    return fail(dk->product.op, "the gradient of keys reads other queries");
  AccessedTensor values = operand(*change, j, d);
  if (!areSame(values, v))
    return fail(change->product.op,
                "the gradient of probabilities reads other values");
  grad = space.trace(operand(*change, e, j));
  if (!areSame(operand(*dv, e, j), grad))
    return fail(dv->product.op, "the gradient of values reads another gradient "
                                "of the output");
  return true;
}

bool AttentionMatch::matchBackward(ArrayRef<PairReader> readers) {
  ElementExpr *gradient = nullptr;
  for (const PairReader &reader : readers) {
    Operation *op = reader.product.op;
    if (op == output->product.op)
      continue;
    ElementExpr *expr =
        exprs->get({reader.product.getOperand(reader.operand), reader.access});
    std::optional<Monomial> found = getFactorOf(expr);
    std::optional<AccessedProduct> bound =
        bindProduct(space, reader.product, reader.operand, reader.access,
                    found ? space.getE() : space.getD());
    if (!bound)
      return fail(op, "this product of its backward pass has other dimensions");
    bool reducesKeys = bound->reduces(space.getJ());
    std::optional<AccessedProduct> &gradientOf =
        found ? dv : (reducesKeys ? dq : dk);
    if (gradientOf || (found && reducesKeys) ||
        (found && !found->isEqual(factor)) ||
        (!found && gradient && expr != gradient))
      return fail(op, "what it computes is read here, too");
    gradientOf = bound;
    if (!found) {
      gradient = expr;
      gradientOp = op;
    }
  }
  if (!dq && !dk && !dv)
    return true;
  if (!dq || !dk || !dv)
    return fail(output->product.op,
                "its backward pass has not all gradients of q, k and v");

  // Find the gradient of the probabilities: a contraction of the gradient of
  // the output and the values.
  SmallVector<ElementExpr *> leaves;
  exprs->collectLeaves(gradient, leaves);
  ElementExpr *changes = nullptr;
  for (ElementExpr *leaf : leaves) {
    Operation *op = leaf->tensor.tensor.getDefiningOp();
    std::optional<Contraction> product =
        op && leaf != score ? matchWideProduct(op) : std::nullopt;
    if (!product || !exprs->varies(leaf))
      continue;
    std::optional<AccessedProduct> bound = bindProduct(
        space, *product, /*i=*/2, leaf->tensor.access, space.getE());
    if (!bound)
      continue;
    if (changes)
      return fail(op, "the gradient of its scores reads two products");
    changes = leaf;
    change = bound;
  }
  if (!changes)
    return fail(gradientOp, "the gradient of its scores reads no product with "
                            "its values");
  return matchDerivative(gradient, changes) && matchGradients();
}
