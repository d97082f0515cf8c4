//===- AdamQuotient.cpp - the quotient of Adam ----------------------------===//

#include "fp8/Analysis/AdamQuotient.h"

#include "fp8/Analysis/Constants.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

using Factors = SmallVector<std::pair<Value, bool>>;

double AdamQuotient::getGain() const {
  return std::abs(first.gain) / std::sqrt(second.gain);
}

/// Distance from 1 that a ratio must keep, because it is computed in f32.
static constexpr double kRatioMargin = 0x1p-16;

static bool areLimited(const UpdateRegion &region, const ScalarAverage &first,
                       const ScalarAverage &second, bool hasStep) {
  std::optional<ScalarRange> b1 = getRange(region, first.decay);
  std::optional<ScalarRange> b2 = getRange(region, second.decay);
  std::optional<ScalarRange> a2 = getRange(region, second.gain);
  if (!b1 || !b2 || !a2 || !b2->isPositive() || !a2->isPositive())
    return false;
  double largest = std::max(std::abs(b1->lower), std::abs(b1->upper));
  return hasStep || largest * largest < b2->lower * (1 - kRatioMargin);
}

bool AdamQuotient::isLimited(const UpdateRegion &region) const {
  if (scalarAverages)
    return areLimited(region, scalarAverages->first, scalarAverages->second,
                      step != nullptr);
  return second.decay > 0 && second.gain > 0 && (step || getRatio() < 1);
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

/// Follows `value` through rank-0 generics: from block arguments to operands,
/// and from results to yielded values.
static Value resolve(Value value) {
  while (true) {
    if (auto result = dyn_cast<OpResult>(value)) {
      auto generic = dyn_cast<linalg::GenericOp>(result.getOwner());
      if (!generic)
        return value;
      value = generic.getBody()->getTerminator()->getOperand(
          result.getResultNumber());
      continue;
    }
    auto argument = cast<BlockArgument>(value);
    auto generic =
        dyn_cast<linalg::GenericOp>(argument.getOwner()->getParentOp());
    if (!generic || argument.getArgNumber() >= generic.getInputs().size())
      return value;
    value = generic.getInputs()[argument.getArgNumber()];
  }
}

static bool isNumber(Value value, double number) {
  std::optional<double> constant = matchFloat(value);
  // The constant may have been rounded to f32, so allow for a rounding error.
  return constant && std::abs(*constant - number) <= 0x1p-22 * number;
}

static bool isOneF32(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return getElementTypeOrSelf(type).isF32() &&
         (!tensor || tensor.getRank() == 0);
}

/// Returns the scalar operand of `update` if `value` is the corresponding
/// argument of its region, else `value`.
static Value getOutside(Value value, UpdateOp update) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != &update.getBody().front())
    return value;
  return update.getScalars()[argument.getArgNumber() - update.getNumStates() -
                             update.getInputs().size()];
}

namespace {
/// The decays B1 and B2 of a quotient: constants as numbers, others as scalars.
struct Decays {
  SmallVector<double, 2> numbers;
  SmallVector<Value, 2> scalars;
};
} // namespace

/// Returns t if `op` computes the bias correction `1 - decay^t`. Returns null
/// if `op` has another form, or if t is not available before `update`.
static Value matchCorrection(Operation *op, UpdateOp update,
                             const Decays &decays) {
  auto difference = dyn_cast<arith::SubFOp>(op);
  if (!difference || !isNumber(resolve(difference.getLhs()), 1.0))
    return {};
  auto power = resolve(difference.getRhs()).getDefiningOp<math::PowFOp>();
  if (!power)
    return {};
  Value base = resolve(power.getLhs());
  Value step = getOutside(resolve(power.getRhs()), update);
  bool isDecay =
      llvm::is_contained(decays.scalars, resolve(getOutside(base, update))) ||
      llvm::any_of(decays.numbers,
                   [&](double decay) { return isNumber(base, decay); });
  return isDecay && isOneF32(step.getType()) &&
                 step.getParentBlock() == update->getBlock()
             ? step
             : Value();
}

/// Adds the decay `sum` to `decays` if it is a single scalar.
static void addDecay(const ScalarSum &sum, UpdateOp update, Decays &decays) {
  if (sum.size() == 1 && sum[0].number == 1.0 && sum[0].scalars.size() == 1)
    decays.scalars.push_back(resolve(getOutside(sum[0].scalars[0], update)));
}

static Decays getDecays(UpdateOp update, const AdamQuotient &quotient) {
  Decays decays;
  if (quotient.scalarAverages) {
    addDecay(quotient.scalarAverages->first.decay, update, decays);
    addDecay(quotient.scalarAverages->second.decay, update, decays);
  } else {
    decays.numbers = {quotient.first.decay, quotient.second.decay};
  }
  return decays;
}

/// Returns the step number of a bias correction among the ops that compute the
/// scalars of the quotient, or null. Other powers, such as a power in a
/// decaying learning rate, are ignored.
static Value findStep(UpdateOp update, const AdamQuotient &quotient) {
  Block *block = update->getBlock();
  Block &body = update.getBody().front();
  llvm::SetVector<Operation *> slice;
  auto add = [&](Value value) {
    Operation *def = getOutside(value, update).getDefiningOp();
    if (def && (def->getBlock() == block || def->getBlock() == &body))
      slice.insert(def);
  };
  for (ArrayRef<std::pair<Value, bool>> factors :
       {ArrayRef(quotient.numerator), ArrayRef(quotient.denominator),
        ArrayRef(quotient.radicand)})
    for (auto [factor, isDivisor] : factors)
      add(factor);
  Decays decays = getDecays(update, quotient);
  Value step;
  for (size_t i = 0; i < slice.size() && !step; ++i)
    slice[i]->walk([&](Operation *op) {
      llvm::for_each(op->getOperands(), add);
      if (!step)
        step = matchCorrection(op, update, decays);
    });
  return step;
}

//===----------------------------------------------------------------------===//
// The quotient
//===----------------------------------------------------------------------===//

/// Removes uniform factors and divisors from `value` and appends them to
/// `factors`.
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

/// Returns `value` without a nonnegative summand that is a constant or a scalar
/// with a declared range.
static Value stripEpsilon(const UpdateRegion &region, Value value) {
  if (auto sum = value.getDefiningOp<arith::AddFOp>())
    for (unsigned i : {0, 1})
      if (std::optional<ScalarRange> range =
              region.getRange(sum->getOperand(i));
          range && range->isNonNegative())
        return sum->getOperand(1 - i);
  return value;
}

/// If `value` is a select between a value and 0, returns the value. Optimizers
/// use such a select where the root may be 0.
static Value stripZeroArm(const UpdateRegion &region, Value value) {
  if (auto select = value.getDefiningOp<arith::SelectOp>()) {
    if (region.getConstant(select.getFalseValue()) == 0.0)
      return select.getTrueValue();
    if (region.getConstant(select.getTrueValue()) == 0.0)
      return select.getFalseValue();
  }
  return value;
}

/// Matches averages whose decay B or gain A is a scalar. `m` and `v` are the
/// states. If there is no m, `base` is the gradient.
static bool matchScalarAverages(const UpdateRegion &region,
                                std::optional<unsigned> m, unsigned v,
                                Value base, AdamQuotient &quotient) {
  std::optional<ScalarAverage> first =
      ScalarAverage{ScalarSum(), ScalarSum{ScalarProduct()}, base};
  if (m)
    first = findScalarAverage(region, *m);
  std::optional<ScalarAverage> second = findScalarSquareAverage(region, v);
  if (!first || !second || first->gradient != second->gradient)
    return false;
  quotient.scalarAverages = {*first, *second};
  return true;
}

/// Matches the averages in `base / sqrt(radicand)` and adds them to `quotient`.
static bool matchAverages(const UpdateRegion &region, Value base,
                          Value radicand, bool allowScalars,
                          AdamQuotient &quotient) {
  std::optional<unsigned> v = region.getStateOfNew(
      stripFactors(region, stripEpsilon(region, radicand), quotient.radicand));
  std::optional<MovingAverage> first, second;
  if (v)
    second = region.getSquareAverage(*v);
  // Without a first moment, the "average" is the gradient itself.
  std::optional<unsigned> m = region.getStateOfNew(base);
  if (m)
    first = region.getAverage(*m);
  else
    first = MovingAverage{/*decay=*/0, /*gain=*/1, base};
  if (!first || !second || first->gradient != second->gradient)
    return v && allowScalars &&
           matchScalarAverages(region, m, *v, base, quotient);
  quotient.first = *first;
  quotient.second = *second;
  return true;
}

static std::optional<AdamQuotient>
matchDivision(const UpdateRegion &region, arith::DivFOp op, bool allowScalars) {
  AdamQuotient quotient;
  quotient.op = op;
  quotient.dividend = op.getLhs();
  quotient.divisor = op.getRhs();
  Value base = stripFactors(region, op.getLhs(), quotient.numerator);
  Value root = stripFactors(region, stripEpsilon(region, op.getRhs()),
                            quotient.denominator);
  auto sqrt = root.getDefiningOp<math::SqrtOp>();
  if (!sqrt ||
      !matchAverages(region, base, sqrt.getOperand(), allowScalars, quotient))
    return std::nullopt;
  return quotient;
}

/// Matches the quotient in the form `base * rsqrt(radicand)`.
static std::optional<AdamQuotient> matchReciprocal(const UpdateRegion &region,
                                                   arith::MulFOp op,
                                                   bool allowScalars) {
  for (unsigned i : {0, 1}) {
    AdamQuotient quotient;
    quotient.op = op;
    quotient.dividend = op->getOperand(1 - i);
    quotient.divisor = op->getOperand(i);
    Value root = stripFactors(region, quotient.divisor, quotient.numerator);
    root = stripFactors(region, stripZeroArm(region, root), quotient.numerator);
    auto rsqrt = root.getDefiningOp<math::RsqrtOp>();
    if (!rsqrt || region.isUniform(rsqrt))
      continue;
    Value base = stripFactors(region, quotient.dividend, quotient.numerator);
    if (matchAverages(region, base, rsqrt.getOperand(), allowScalars, quotient))
      return quotient;
  }
  return std::nullopt;
}

static std::optional<AdamQuotient>
matchQuotient(const UpdateRegion &region, Operation *op, bool allowScalars) {
  if (auto division = dyn_cast<arith::DivFOp>(op))
    return matchDivision(region, division, allowScalars);
  if (auto product = dyn_cast<arith::MulFOp>(op))
    return matchReciprocal(region, product, allowScalars);
  return std::nullopt;
}

std::optional<AdamQuotient>
mlir::fp8::findAdamQuotient(UpdateOp update, const UpdateRegion &region,
                            Value value, bool allowScalars) {
  SmallVector<Value> worklist = {value};
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Operation *def = worklist.pop_back_val().getDefiningOp();
    if (!def)
      continue;
    if (std::optional<AdamQuotient> found =
            matchQuotient(region, def, allowScalars)) {
      found->step = findStep(update, *found);
      return found;
    }
    for (Value operand : def->getOperands())
      if (seen.insert(operand).second)
        worklist.push_back(operand);
  }
  return std::nullopt;
}
