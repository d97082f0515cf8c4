//===- AttentionMatch.cpp - attention found in a graph --------------------===//

#include "AttentionMatch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <algorithm>
#include <limits>

using namespace mlir;
using namespace mlir::fp8;

using Kind = ElementExpr::Kind;

/// Maximum number of times that a reshape may split a dimension of one
/// attention.
static constexpr unsigned kMaxSplits = 8;

AttentionMatch::AttentionMatch(linalg::LinalgOp sumOp, unsigned pairs,
                               unsigned key)
    : space(cast<ShapedType>(sumOp->getOperand(pairs).getType()).getShape(),
            key),
      sumOp(sumOp), pairs(pairs) {}

AttentionMatch::Outcome AttentionMatch::run() {
  for (unsigned i = 0; i <= kMaxSplits; ++i) {
    *this = AttentionMatch(std::move(space), sumOp, pairs);
    // Create the expressions after the move, because they refer to `space`.
    exprs = std::make_unique<ElementExprs>(space);
    Outcome outcome = attempt();
    if (!space.needsSplits())
      return outcome;
    space.applySplits();
  }
  return keep(sumOp, "reshapes split its dimensions too often");
}

//===----------------------------------------------------------------------===//
// Forward pass
//===----------------------------------------------------------------------===//

/// Returns true if `expr` depends on `part`.
static bool contains(ElementExpr *expr, ElementExpr *part) {
  llvm::DenseSet<ElementExpr *> seen;
  SmallVector<ElementExpr *> worklist = {expr};
  while (!worklist.empty()) {
    ElementExpr *next = worklist.pop_back_val();
    if (next == part)
      return true;
    if (seen.insert(next).second)
      llvm::append_range(worklist, next->operands);
  }
  return false;
}

ElementExpr *AttentionMatch::getNewScore(ElementExpr *power) {
  ElementExpr *x = power->operands[0];
  if (x->kind != Kind::Apply || !isa<arith::SubFOp>(x->op) ||
      exprs->varies(x->operands[1]))
    return x;
  // In real numbers, a softmax does not depend on a shift that is equal for the
  // whole row. Only the shift by the maximum, which the op also applies, never
  // overflows.
  SmallVector<ElementExpr *> worklist = {x->operands[1]};
  while (!worklist.empty()) {
    ElementExpr *next = worklist.pop_back_val();
    if (next->kind == Kind::Max && next->operands[0] == x->operands[0])
      return x->operands[0];
    if (next->kind == Kind::Apply)
      llvm::append_range(worklist, next->operands);
  }
  return x;
}

/// Returns the operand if `expr` is the negation of an i1, else null.
static ElementExpr *getNegated(ElementExpr *expr) {
  if (expr->kind != Kind::Apply || expr->operands.size() != 2 ||
      expr->operands[1]->kind != Kind::Constant ||
      !expr->operands[1]->type.isInteger(1))
    return nullptr;
  bool isTrue =
      !cast<IntegerAttr>(expr->operands[1]->value).getValue().isZero();
  bool isNot = isTrue && isa<arith::XOrIOp>(expr->op);
  if (auto compare = dyn_cast<arith::CmpIOp>(expr->op))
    isNot = compare.getPredicate() ==
            (isTrue ? arith::CmpIPredicate::ne : arith::CmpIPredicate::eq);
  return isNot ? expr->operands[0] : nullptr;
}

bool AttentionMatch::isEmptyRow(ElementExpr *condition, bool isNegated) {
  while (ElementExpr *negated = getNegated(condition)) {
    condition = negated;
    isNegated = !isNegated;
  }
  // Look through a reduction over the row: no score differs from negative
  // infinity, or all scores are equal to it.
  if (condition->kind == (isNegated ? Kind::Any : Kind::All))
    return isEmptyRow(condition->operands[0], isNegated);
  if (condition->kind != Kind::Apply || !isa<arith::CmpFOp>(condition->op))
    return false;
  arith::CmpFPredicate predicate =
      cast<arith::CmpFOp>(condition->op).getPredicate();
  ElementExpr *compared = condition->operands[0];
  bool isScore = compared == newScore || (compared->kind == Kind::Max &&
                                          compared->operands[0] == newScore);
  return isScore &&
         condition->operands[1]->isConstant(
             -std::numeric_limits<double>::infinity()) &&
         predicate == (isNegated ? arith::CmpFPredicate::UNE
                                 : arith::CmpFPredicate::OEQ);
}

void AttentionMatch::dropEmptyRows(Monomial &monomial) {
  SmallVector<ElementExpr *> masks;
  for (auto [expr, power] : monomial.powers)
    if (expr->kind == Kind::Indicator &&
        isEmptyRow(expr->operands[0], !expr->isNegated))
      masks.push_back(expr);
  for (ElementExpr *mask : masks)
    monomial.powers.erase(mask);
}

std::optional<Monomial> AttentionMatch::getFactorOf(ElementExpr *expr) {
  Monomial rest = getMonomial(*exprs, expr);
  dropEmptyRows(rest);
  if (rest.getPower(power) != 1 || rest.getPower(sum) != -1)
    return std::nullopt;
  rest.powers.erase(power);
  rest.powers.erase(sum);
  for (auto [factor, exponent] : rest.powers)
    if (contains(factor, power) || contains(factor, score))
      return std::nullopt;
  return rest;
}

bool AttentionMatch::matchScores() {
  SmallVector<ElementExpr *> leaves;
  exprs->collectLeaves(newScore, leaves);
  for (ElementExpr *leaf : leaves) {
    Operation *op = leaf->tensor.tensor.getDefiningOp();
    std::optional<Contraction> product =
        op ? matchWideProduct(op) : std::nullopt;
    if (!product || !exprs->varies(leaf))
      continue;
    std::optional<AccessedProduct> bound = bindProduct(
        space, *product, /*i=*/2, leaf->tensor.access, space.getD());
    if (!bound || bound->accesses[0].has(space.getJ()) ==
                      bound->accesses[1].has(space.getJ()))
      continue;
    if (score)
      return fail(op, "its scores are a function of two products");
    score = leaf;
    scores = bound;
  }
  if (!score)
    return fail(sumOp, "its scores are not computed elementwise from a product "
                       "of wide queries and keys");
  unsigned keys = scores->accesses[0].has(space.getJ()) ? 0 : 1;
  k = space.trace(scores->getOperand(keys));
  q = space.trace(scores->getOperand(1 - keys));
  return true;
}

bool AttentionMatch::matchOutput(ArrayRef<PairReader> readers) {
  for (const PairReader &reader : readers) {
    ElementExpr *expr =
        exprs->get({reader.product.getOperand(reader.operand), reader.access});
    std::optional<Monomial> found = getFactorOf(expr);
    if (!found)
      continue;
    std::optional<AccessedProduct> bound = bindProduct(
        space, reader.product, reader.operand, reader.access, space.getE());
    Operation *op = reader.product.op;
    if (!bound)
      return fail(op, "the product that reads its probabilities has other "
                      "dimensions");
    if (!bound->reduces(space.getJ()))
      continue;
    if (output)
      return fail(op, "its probabilities are read here, too");
    if (bound->reduces(space.getE()))
      return fail(op, "the product that reads its probabilities has no "
                      "dimension of values");
    output = bound;
    factor = *found;
    v = space.trace(bound->getOperand(1 - reader.operand));
  }
  return output.has_value();
}

bool AttentionMatch::isForgotten() {
  llvm::DenseSet<Operation *> replaced = {output->product.op};
  if (dq)
    for (const AccessedProduct *product : {&*dq, &*dk, &*dv})
      replaced.insert(product->product.op);
  if (Operation *reader = findLiveReader(scores->product.op, replaced, dead))
    return fail(reader, "what it computes from its scores is read here, too");
  if (change)
    if (Operation *reader = findLiveReader(change->product.op, replaced, dead))
      return fail(reader, "the gradients of its probabilities are read here, "
                          "too");
  return true;
}

/// Returns true if no dimension of the space occurs twice in `access`.
static bool isInjective(const TensorAccess &access) {
  SmallVector<unsigned> dims = access.getDims();
  llvm::sort(dims);
  return std::adjacent_find(dims.begin(), dims.end()) == dims.end();
}

bool AttentionMatch::matchLayouts() {
  o = space.follow(output->getResult());
  SmallVector<AccessedTensor> tensors = {q, k, v, o};
  if (dq) {
    dqResult = space.follow(dq->getResult());
    dkResult = space.follow(dk->getResult());
    dvResult = space.follow(dv->getResult());
    llvm::append_range(
        tensors, ArrayRef<AccessedTensor>{grad, dqResult, dkResult, dvResult});
  }
  for (const AccessedTensor &tensor : tensors)
    if (!isInjective(tensor.access))
      return fail(output->product.op, "it reads the diagonal of a tensor");
  SmallVector<AccessedTensor> operands = {k, v};
  if (dq)
    operands.push_back(grad);
  for (const AccessedTensor &operand : operands)
    if (getElementTypeOrSelf(operand.tensor.getType()) !=
        getElementTypeOrSelf(q.tensor.getType()))
      return fail(
          output->product.op,
          "its queries, keys, values and gradient have different types");
  for (unsigned row = 0; row < space.getNumRowDims(); ++row)
    if (!o.access.has(row) || (!q.access.has(row) && !k.access.has(row)))
      return fail(output->product.op,
                  "neither its queries nor its keys have a dimension of rows");
  for (unsigned row = 0; dq && row < space.getNumRowDims(); ++row)
    if (!grad.access.has(row))
      return fail(change->product.op,
                  "the gradient of its result lacks a dimension of rows");
  return true;
}

AttentionMatch::Outcome AttentionMatch::attempt() {
  // Find the access of the row sums, which have only row dimensions.
  AccessedTensor elements{sumOp->getOperand(pairs), space.getPairAccess()};
  auto loops =
      space.bindLoops(sumOp.getIndexingMapsArray()[pairs], elements.access);
  std::optional<TensorAccess> rows =
      loops ? PairSpace::getAccess(sumOp.getIndexingMapsArray().back(), *loops)
            : std::nullopt;
  if (!rows)
    return Outcome::Unrelated;
  sum = exprs->get({sumOp->getResult(0), *rows});
  if (sum->kind != Kind::Sum || sum->operands[0]->kind != Kind::Apply ||
      !isa<math::ExpOp>(sum->operands[0]->op))
    return Outcome::Unrelated;
  power = sum->operands[0];
  newScore = getNewScore(power);

  // Start from the elements before they were rounded for storage.
  SmallVector<AccessedTensor> quantized;
  SmallVector<PairReader> readers = findPairReaders(
      space, space.trace(elements, /*throughCasts=*/true), quantized);
  if (space.needsSplits())
    return Outcome::Kept;
  auto isProbability = [&](const AccessedTensor &tensor) {
    Monomial found = getMonomial(*exprs, exprs->get(tensor));
    return found.getPower(power) == 1 && found.getPower(sum) == -1;
  };
  if (llvm::none_of(readers, [&](const PairReader &reader) {
        return isProbability(
            {reader.product.getOperand(reader.operand), reader.access});
      })) {
    auto *narrow = llvm::find_if(quantized, isProbability);
    return narrow == quantized.end() ? Outcome::Unrelated
                                     : keep(narrow->tensor.getDefiningOp(),
                                            "its probabilities are quantized");
  }
  if (!matchScores())
    return Outcome::Kept;
  if (!matchOutput(readers)) {
    if (reason.empty())
      keep(sumOp, "no product with values reads its probabilities");
    return Outcome::Kept;
  }
  if (!matchBackward(readers) || !isForgotten() || !matchLayouts())
    return Outcome::Kept;
  return Outcome::Matched;
}
