//===- AdamQuotient.cpp - the quotient of Adam ----------------------------===//

#include "AdamQuotient.h"

#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

using Factors = SmallVector<std::pair<Value, bool>>;

double AdamQuotient::getLimit() const {
  return std::abs(first.gain) / std::sqrt(second.gain) /
         std::sqrt(1.0 - getRatio());
}

bool AdamQuotient::isLimited() const {
  return second.decay > 0 && second.gain > 0 && getRatio() < 1;
}

/// `value` without the factors and divisors that are the same for every
/// element; a divisor is marked.
static Value stripFactors(const UpdateRegion &region, Value value,
                          Factors &factors) {
  while (Operation *def = value.getDefiningOp()) {
    if (isa<arith::NegFOp>(def)) {
      value = def->getOperand(0);
      continue;
    }
    bool isDivision = isa<arith::DivFOp>(def);
    if (!isDivision && !isa<arith::MulFOp>(def))
      break;
    if (region.isUniform(def->getOperand(1))) {
      factors.push_back({def->getOperand(1), isDivision});
      value = def->getOperand(0);
    } else if (!isDivision && region.isUniform(def->getOperand(0))) {
      factors.push_back({def->getOperand(0), false});
      value = def->getOperand(1);
    } else {
      break;
    }
  }
  return value;
}

/// `value` without a constant that only makes it larger.
static Value stripEpsilon(const UpdateRegion &region, Value value) {
  if (auto sum = value.getDefiningOp<arith::AddFOp>())
    for (unsigned i : {0, 1})
      if (std::optional<double> number = region.getConstant(sum->getOperand(i));
          number && *number >= 0)
        return sum->getOperand(1 - i);
  return value;
}

static std::optional<AdamQuotient> matchQuotient(const UpdateRegion &region,
                                                 arith::DivFOp op) {
  AdamQuotient quotient;
  quotient.op = op;
  std::optional<unsigned> m = region.getStateOfNew(
      stripFactors(region, op.getLhs(), quotient.numerator));
  Value root = stripFactors(region, stripEpsilon(region, op.getRhs()),
                            quotient.denominator);
  auto sqrt = root.getDefiningOp<math::SqrtOp>();
  if (!m || !sqrt)
    return std::nullopt;
  std::optional<unsigned> v = region.getStateOfNew(stripFactors(
      region, stripEpsilon(region, sqrt.getOperand()), quotient.radicand));
  if (!v)
    return std::nullopt;
  std::optional<MovingAverage> first = region.getAverage(*m);
  std::optional<MovingAverage> second = region.getSquareAverage(*v);
  if (!first || !second || first->gradient != second->gradient)
    return std::nullopt;
  quotient.first = *first;
  quotient.second = *second;
  return quotient;
}

std::optional<AdamQuotient>
mlir::fp8::findAdamQuotient(const UpdateRegion &region, Value value) {
  SmallVector<Value> worklist = {value};
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Operation *def = worklist.pop_back_val().getDefiningOp();
    if (!def)
      continue;
    if (auto division = dyn_cast<arith::DivFOp>(def))
      if (std::optional<AdamQuotient> found = matchQuotient(region, division))
        return found;
    for (Value operand : def->getOperands())
      if (seen.insert(operand).second)
        worklist.push_back(operand);
  }
  return std::nullopt;
}
