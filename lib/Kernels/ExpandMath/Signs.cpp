//===- Signs.cpp - sign analysis of floats --------------------------------===//

#include "Signs.h"
#include "fp8/Analysis/KernelDomain.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::fp8;

/// Maximum depth of the search for the sign of a value, in ops.
static constexpr unsigned kMaxDepth = 8;

/// Returns the input operand whose element `value` is, if `value` is an
/// argument of a generic's body. Else returns null.
static OpOperand *getInput(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return nullptr;
  auto generic =
      dyn_cast<linalg::GenericOp>(argument.getOwner()->getParentOp());
  if (!generic || argument.getArgNumber() >= generic.getNumDpsInputs())
    return nullptr;
  return &generic->getOpOperand(argument.getArgNumber());
}

/// Returns the value in the body of an elementwise op that yields the elements
/// of `tensor`, or null.
static Value getElement(Value tensor) {
  auto generic = tensor.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumParallelLoops() != generic.getNumLoops())
    return {};
  return generic.getBody()->getTerminator()->getOperand(
      cast<OpResult>(tensor).getResultNumber());
}

//===----------------------------------------------------------------------===//
// Subtraction of a maximum
//===----------------------------------------------------------------------===//

namespace {
/// An element of a tensor. `map` gives its index as a function of the loops of
/// the generic that reads it.
struct Place {
  Value tensor;
  AffineMap map;
  bool isWidened = false;
};
} // namespace

/// Replaces a place in an expanded tensor by the place in its source, if the
/// expansion only adds unit dimensions. Returns false otherwise.
static bool skipUnitDims(Place &place) {
  auto expand = place.tensor.getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand)
    return false;
  SmallVector<AffineExpr> results;
  ArrayRef<int64_t> shape = expand.getResultType().getShape();
  for (ArrayRef<int64_t> group : expand.getReassociationIndices()) {
    int64_t walked = group.front();
    unsigned numWalked = 0;
    for (int64_t dim : group)
      if (shape[dim] != 1) {
        walked = dim;
        ++numWalked;
      }
    if (numWalked > 1)
      return false;
    results.push_back(place.map.getResult(walked));
  }
  place.map = AffineMap::get(place.map.getNumDims(), 0, results,
                             place.map.getContext());
  place.tensor = expand.getSrc();
  return true;
}

/// Replaces a place in the result of a pure broadcast by the place in its
/// source. Returns false otherwise.
static bool skipBroadcast(Place &place) {
  auto generic = place.tensor.getDefiningOp<linalg::GenericOp>();
  Value element = getElement(place.tensor);
  OpOperand *input = element ? getInput(element) : nullptr;
  if (!input || input->getOwner() != generic ||
      !generic.getIndexingMapMatchingResult(cast<OpResult>(place.tensor))
           .isIdentity())
    return false;
  place.map = generic.getMatchingIndexingMap(input).compose(place.map);
  place.tensor = input->get();
  return true;
}

static std::optional<Place> getPlace(Value value) {
  Place place;
  if (auto extend = value.getDefiningOp<arith::ExtFOp>()) {
    place.isWidened = true;
    value = extend.getIn();
  }
  OpOperand *input = getInput(value);
  if (!input)
    return std::nullopt;
  place.tensor = input->get();
  place.map =
      cast<linalg::GenericOp>(input->getOwner()).getMatchingIndexingMap(input);
  while (skipUnitDims(place) || skipBroadcast(place)) {
  }
  return place;
}

/// Returns true if `op` subtracts a maximum from one of the elements over which
/// this maximum is taken, so that the difference is at most 0.
static bool isLessMaximum(arith::SubFOp op) {
  std::optional<Place> minuend = getPlace(op.getLhs());
  std::optional<Place> subtrahend = getPlace(op.getRhs());
  if (!minuend || !subtrahend || subtrahend->isWidened)
    return false;
  auto generic = subtrahend->tensor.getDefiningOp<linalg::GenericOp>();
  if (!generic)
    return false;
  auto result = cast<OpResult>(subtrahend->tensor);
  auto combiner = matchCombiner(generic, result.getResultNumber());
  if (!combiner || combiner->kind != CombinerKind::Maximum)
    return false;
  std::optional<Place> element = getPlace(combiner->element);
  return element && element->tensor == minuend->tensor &&
         element->isWidened == minuend->isWidened &&
         element->map.isIdentity() &&
         generic.getIndexingMapMatchingResult(result).compose(minuend->map) ==
             subtrahend->map;
}

//===----------------------------------------------------------------------===//
// Signs
//===----------------------------------------------------------------------===//

/// Returns true if `value` is known to be NaN, or at least 0 (at most 0 if
/// `isNegated`).
static bool hasSign(Value value, bool isNegated, unsigned depth) {
  APFloat constant(0.0f);
  if (matchPattern(value, m_ConstantFloat(&constant)))
    return constant.isZero() || constant.isNaN() ||
           constant.isNegative() == isNegated;
  if (depth == kMaxDepth)
    return false;
  auto has = [&](Value other, bool negated) {
    return hasSign(other, negated, depth + 1);
  };
  if (OpOperand *input = getInput(value)) {
    Value element = getElement(input->get());
    return element && has(element, isNegated);
  }
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isa<arith::NegFOp>(op))
    return has(op->getOperand(0), !isNegated);
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return has(op->getOperand(0), isNegated);
  if (isa<arith::MulFOp, arith::DivFOp>(op)) {
    Value a = op->getOperand(0), b = op->getOperand(1);
    if (a == b)
      return !isNegated;
    return (has(a, isNegated) && has(b, false)) ||
           (has(a, !isNegated) && has(b, true));
  }
  if (isa<arith::AddFOp>(op))
    return has(op->getOperand(0), isNegated) &&
           has(op->getOperand(1), isNegated);
  if (auto sub = dyn_cast<arith::SubFOp>(op))
    return isNegated && isLessMaximum(sub);
  return !isNegated && isa<math::AbsFOp, math::SqrtOp, math::ExpOp>(op);
}

bool fp8::isNotPositive(Value value) {
  return hasSign(value, /*isNegated=*/true, /*depth=*/0);
}
