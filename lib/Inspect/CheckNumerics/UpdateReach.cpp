//===- UpdateReach.cpp - bounds of updates by constants -------------------===//

#include "UpdateReach.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

/// Slack for f32 roundings, and for the steps between two steps at which the
/// limit of the quotient is evaluated.
static constexpr double kSlack = 1.01;
/// From this step on, powers of a beta below `1 - 2^-24` no longer change a
/// bias correction.
static constexpr double kLastStep = 1e9;

UpdateReaches::UpdateReaches(UpdateOp update, unsigned state,
                             const FloatRanges &outside)
    : update(update), region(update), old(region.getOld(state)),
      outside(outside),
      quotient(findAdamQuotient(update, region, region.getNew(state))) {
  if (quotient)
    quotientRange = getQuotientRange();
}

//===----------------------------------------------------------------------===//
// The quotient of Adam
//===----------------------------------------------------------------------===//

/// Computes `(1 - ratio^t) / (1 - ratio)`.
static double sumPowers(double ratio, double t) {
  return std::abs(1 - ratio) < 1e-12 ? t
                                     : (1 - std::pow(ratio, t)) / (1 - ratio);
}

namespace {
/// The product of the known scalars of the quotient. `hasFirst` and `hasSecond`
/// record whether the quotient has bias corrections of the two moments, which
/// depend on the unknown step.
struct QuotientScalars {
  const UpdateRegion &region;
  double magnitude = 1.0;
  bool hasFirst = false, hasSecond = false;

  /// Multiplies `magnitude` by `value`, or divides it if `isDivisor`; takes the
  /// root of `value` if `isRadicand`. Sets `correction` instead if `value` is
  /// the bias correction of the moment. Returns false if `value` is neither
  /// known nor a correction.
  bool add(Value value, bool isDivisor, bool isRadicand, bool &correction);
};
} // namespace

bool QuotientScalars::add(Value value, bool isDivisor, bool isRadicand,
                          bool &correction) {
  if (std::optional<double> number = region.getFolded(value)) {
    double factor = std::abs(*number);
    if (isRadicand)
      factor = std::sqrt(factor);
    magnitude = isDivisor ? magnitude / factor : magnitude * factor;
    return std::isfinite(magnitude);
  }
  Operation *def = value.getDefiningOp();
  if (isa_and_nonnull<arith::NegFOp>(def))
    return add(def->getOperand(0), isDivisor, isRadicand, correction);
  if (isa_and_nonnull<arith::MulFOp, arith::DivFOp>(def)) {
    bool isInverted = isDivisor != isa<arith::DivFOp>(def);
    return add(def->getOperand(0), isDivisor, isRadicand, correction) &&
           add(def->getOperand(1), isInverted, isRadicand, correction);
  }
  // Checks the corrections: the first moment is divided by its correction, and
  // the quotient multiplied by the root of the correction of the second moment.
  // Each moment has at most one correction.
  bool isFirst = &correction == &hasFirst;
  if (correction || isDivisor != isFirst)
    return false;
  correction = true;
  return true;
}

/// Computes the maximum over all steps. A non-constant divisor of the first
/// moment is the correction 1 - B1^t. A divisor of the second moment, or of its
/// root, is 1 - B2^t or its root.
static double getLimit(const AdamQuotient &quotient,
                       const QuotientScalars &scalars) {
  double ratio = quotient.getRatio(), largest = 0.0;
  for (double t = 1; t < kLastStep;
       t = std::max(t + 1, std::floor(t * 1.001))) {
    double limit = std::sqrt(sumPowers(ratio, t));
    if (scalars.hasFirst)
      limit /= 1 - std::pow(quotient.first.decay, t);
    if (scalars.hasSecond)
      limit *= std::sqrt(1 - std::pow(quotient.second.decay, t));
    largest = std::max(largest, limit);
  }
  return largest * quotient.getGain() * scalars.magnitude * kSlack;
}

FloatRange UpdateReaches::getQuotientRange() const {
  if (!(quotient->second.decay > 0 && quotient->second.gain > 0 &&
        quotient->first.decay >= 0 && quotient->first.decay < 1 &&
        quotient->second.decay < 1 && quotient->getRatio() < 1))
    return {};
  QuotientScalars scalars{region};
  auto add = [&](ArrayRef<std::pair<Value, bool>> factors, bool isInverted,
                 bool isRadicand, bool &correction) {
    return llvm::all_of(factors, [&](std::pair<Value, bool> factor) {
      return scalars.add(factor.first, factor.second != isInverted, isRadicand,
                         correction);
    });
  };
  if (!add(quotient->numerator, false, false, scalars.hasFirst) ||
      !add(quotient->denominator, true, false, scalars.hasSecond) ||
      !add(quotient->radicand, true, true, scalars.hasSecond))
    return {};
  double limit = getLimit(*quotient, scalars);
  return FloatRange::between(-limit, limit);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Returns a bound of all elements of `value` that is independent of old state
/// values.
FloatRange UpdateReaches::getRange(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  FloatRange range;
  if (quotient && value == quotient->op->getResult(0)) {
    range = quotientRange;
  } else if (std::optional<double> number = region.getFolded(value)) {
    range = FloatRange::exactly(*number);
  } else if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned i = argument.getArgNumber(), states = update.getNumStates();
    unsigned inputs = update.getInputs().size();
    if (argument.getOwner() == &update.getBody().front() && i >= states)
      range = outside.get(i < states + inputs
                              ? update.getInputs()[i - states]
                              : update.getScalars()[i - states - inputs]);
  } else {
    range = transferFloatOp(
        value.getDefiningOp(), [&](Value operand) { return getRange(operand); },
        integers);
  }
  return known[value] = range;
}

std::optional<UpdateReach> UpdateReaches::get(Value value) {
  if (value == old)
    return UpdateReach{FloatRange::exactly(1.0), 0.0};
  bool isQuotient = quotient && value == quotient->op->getResult(0);
  if (isQuotient || !region.dependsOn(value, old)) {
    FloatRange range = getRange(value);
    if (!range.isBounded())
      return std::nullopt;
    return UpdateReach{FloatRange::exactly(0.0), range.getMagnitude()};
  }
  Operation *def = value.getDefiningOp();
  if (isa<arith::NegFOp>(def)) {
    std::optional<UpdateReach> x = get(def->getOperand(0));
    return x ? std::optional(UpdateReach{negate(x->factor), x->bound})
             : std::nullopt;
  }
  if (isa<arith::AddFOp, arith::SubFOp>(def)) {
    std::optional<UpdateReach> x = get(def->getOperand(0));
    std::optional<UpdateReach> y = x ? get(def->getOperand(1)) : std::nullopt;
    if (!y)
      return std::nullopt;
    return UpdateReach{
        add(x->factor, isa<arith::SubFOp>(def) ? negate(y->factor) : y->factor),
        x->bound + y->bound};
  }
  if (isa<arith::ExtFOp>(def))
    return get(def->getOperand(0));
  // A clamp of the quotient moves it towards 0 or preserves it, although the
  // quotient may depend on the old value through the gradient.
  if (isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
          arith::MinNumFOp>(def)) {
    FloatRange range = getRange(value);
    return range.isBounded()
               ? std::optional(UpdateReach{FloatRange::exactly(0.0),
                                           range.getMagnitude()})
               : std::nullopt;
  }
  bool isDivision = isa<arith::DivFOp>(def);
  if (!isDivision && !isa<arith::MulFOp>(def))
    return std::nullopt;
  unsigned i = region.dependsOn(def->getOperand(0), old) ? 0 : 1;
  Value other = def->getOperand(1 - i);
  std::optional<UpdateReach> x = get(def->getOperand(i));
  if (!x || (isDivision && i == 1) || region.dependsOn(other, old))
    return std::nullopt;
  FloatRange scalar = getRange(other);
  if (isDivision)
    scalar = divide(FloatRange::exactly(1.0), scalar);
  if (!scalar.isBounded() || !region.isUniform(other))
    return std::nullopt;
  return UpdateReach{multiply(x->factor, scalar),
                     x->bound * scalar.getMagnitude()};
}
