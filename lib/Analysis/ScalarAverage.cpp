//===- ScalarAverage.cpp - averages with run-time decays ------------------===//

#include "fp8/Analysis/ScalarAverage.h"

#include "fp8/Analysis/UpdateRegion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::fp8;

using Terms = llvm::SmallMapVector<Value, ScalarSum, 2>;

static ScalarProduct multiplyProducts(const ScalarProduct &x,
                                      const ScalarProduct &y) {
  ScalarProduct product = x;
  product.number *= y.number;
  llvm::append_range(product.scalars, y.scalars);
  return product;
}

static ScalarSum multiplySums(const ScalarSum &x, const ScalarSum &y) {
  ScalarSum sum;
  for (const ScalarProduct &a : x)
    for (const ScalarProduct &b : y)
      sum.push_back(multiplyProducts(a, b));
  return sum;
}

/// Adds `factor * value` to `terms`, a map from values to the sums of their
/// factors. A scalar without a known range is not split off as a factor,
/// because it may be 0.
static void addTerms(const UpdateRegion &region, Value value,
                     ScalarProduct factor, Terms &terms) {
  Operation *def = value.getDefiningOp();
  if (isa_and_nonnull<arith::AddFOp, arith::SubFOp>(def)) {
    addTerms(region, def->getOperand(0), factor, terms);
    if (isa<arith::SubFOp>(def))
      factor.number = -factor.number;
    return addTerms(region, def->getOperand(1), factor, terms);
  }
  if (isa_and_nonnull<arith::NegFOp>(def)) {
    factor.number = -factor.number;
    return addTerms(region, def->getOperand(0), factor, terms);
  }
  if (isa_and_nonnull<arith::MulFOp>(def))
    for (unsigned i : {0, 1}) {
      Value scalar = def->getOperand(i);
      if (std::optional<double> number = region.getConstant(scalar))
        factor.number *= *number;
      else if (region.isUniform(scalar) && region.getRange(scalar))
        factor.scalars.push_back(scalar);
      else
        continue;
      return addTerms(region, def->getOperand(1 - i), factor, terms);
    }
  if (region.getConstant(value) != 0.0)
    terms[value].push_back(factor);
}

static Terms getTerms(const UpdateRegion &region, Value value) {
  Terms terms;
  addTerms(region, value, {}, terms);
  return terms;
}

std::optional<ScalarAverage> fp8::findScalarAverage(const UpdateRegion &region,
                                                    unsigned state) {
  Terms terms = getTerms(region, region.getNew(state));
  Value old = region.getOld(state);
  if (terms.size() != 2 || !terms.contains(old))
    return std::nullopt;
  ScalarAverage average;
  average.decay = terms.lookup(old);
  terms.erase(old);
  average.gradient = terms.front().first;
  average.gain = terms.front().second;
  if (region.dependsOn(average.gradient, old))
    return std::nullopt;
  return average;
}

std::optional<ScalarAverage>
fp8::findScalarSquareAverage(const UpdateRegion &region, unsigned state) {
  std::optional<ScalarAverage> average = findScalarAverage(region, state);
  auto square =
      average ? average->gradient.getDefiningOp<arith::MulFOp>() : nullptr;
  if (!square)
    return std::nullopt;
  // `(c * g) * g` is a multiple of a square, too.
  Terms lhs = getTerms(region, square.getLhs());
  Terms rhs = getTerms(region, square.getRhs());
  if (lhs.size() != 1 || rhs.size() != 1 ||
      lhs.front().first != rhs.front().first)
    return std::nullopt;
  average->gain = multiplySums(
      average->gain, multiplySums(lhs.front().second, rhs.front().second));
  average->gradient = lhs.front().first;
  return average;
}

std::optional<ScalarRange> fp8::getRange(const UpdateRegion &region,
                                         const ScalarSum &sum) {
  ScalarRange total = {0.0, 0.0};
  for (const ScalarProduct &product : sum) {
    ScalarRange range = {product.number, product.number};
    for (Value scalar : product.scalars) {
      std::optional<ScalarRange> factor = region.getRange(scalar);
      if (!factor)
        return std::nullopt;
      // A product with exactly 1 keeps the excluded ends of the range.
      bool isOne = range.lower == 1.0 && range.upper == 1.0;
      range = isOne ? *factor : multiplyRanges(range, *factor);
    }
    total = addRanges(total, range);
  }
  return total;
}
