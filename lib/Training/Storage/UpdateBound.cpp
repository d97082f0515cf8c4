//===- UpdateBound.cpp - bounds of updates --------------------------------===//
//
// Represents each value of the region as `factor * old + rest`. The factor is a
// scalar, and the magnitude of the rest has a bound. For example, the bound of
// `w * (1 - lr * wd) - lr * u` is `|1 - lr * wd| * amax + lr * K`. Bounds of
// each op alone would give the larger `(1 + lr * wd) * amax + lr * K`.
//
//===----------------------------------------------------------------------===//

#include "UpdateBound.h"

#include "Limits.h"
#include "ScalarAverageLimit.h"
#include "fp8/Analysis/AdamQuotient.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

/// Factor by which the bound is enlarged: `1 + 2^-20` covers 16 roundings to
/// f32, of which the bound itself needs one. Regions with more roundings have
/// no bound.
static constexpr float kSlack = 1.0f + 0x1p-20f;
static constexpr unsigned kMaxRoundings = 15;

static bool rounds(Operation *op) {
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp>(op);
}

namespace {
/// A value `factor * old + rest` with `|rest| <= bound`. A null field means
/// zero.
struct Reach {
  Value factor, bound;
};

class BoundBuilder {
public:
  BoundBuilder(UpdateOp update, unsigned state, const OldAmaxes &amaxes)
      : update(update), region(update), state(state), amaxes(amaxes),
        b(update.getLoc(), update) {}

  Value run(std::string &reason);
  void insertClamp();
  void erase() {
    for (Operation *op : llvm::reverse(created))
      op->erase();
  }

private:
  std::optional<Reach> reach(Value value);
  std::optional<Reach> reachOp(Operation *op);
  std::optional<Reach> reachSelect(arith::SelectOp op);
  std::optional<Reach> reachArgument(BlockArgument argument);
  std::optional<Reach> reachClamp(Operation *op);
  Value limitAverages();
  Value limitQuotient();

  Value constant(TypedAttr scalar);
  Value constant(double number) {
    return constant(b.getF32FloatAttr(static_cast<float>(number)));
  }
  /// Recomputes a uniform value of the region (the same for every element)
  /// outside the region.
  Value materialize(Value value);
  Value materialize(const ScalarSum &sum);
  /// Returns the step number in the quotient as a tensor, or null.
  Value materializeStep();
  template <typename OpTy>
  Value make(ValueRange operands) {
    auto op = OpTy::create(b, operands.front().getType(), operands);
    created.push_back(op);
    numRoundings += rounds(op);
    return op->getResult(0);
  }
  /// The following functions treat a null operand or result as zero.
  Value add(Value x, Value y) {
    return x && y ? make<arith::AddFOp>({x, y}) : x ? x : y;
  }
  Value multiply(Value x, Value y) {
    return x && y ? make<arith::MulFOp>({x, y}) : Value();
  }
  Value larger(Value x, Value y) {
    return x && y ? make<arith::MaximumFOp>({x, y}) : x ? x : y;
  }
  Value magnitude(Value x) { return x ? make<math::AbsFOp>({x}) : Value(); }
  Value negate(Value x) { return x ? make<arith::NegFOp>({x}) : Value(); }
  /// Returns the bound of the magnitude of the whole value, including the old
  /// value.
  Value total(Reach of) {
    return add(multiply(magnitude(of.factor), getOldAmax()), of.bound);
  }
  Value getOldAmax() {
    if (!oldAmax)
      oldAmax = amaxes.getState(b, state);
    return oldAmax;
  }

  UpdateOp update;
  UpdateRegion region;
  unsigned state;
  OldAmaxes amaxes;
  ImplicitLocOpBuilder b;
  SmallVector<Operation *> created;
  llvm::DenseMap<Value, std::optional<Reach>> known;
  llvm::DenseMap<Value, Value> materialized;
  std::optional<AdamQuotient> quotient;
  Value limit, oldAmax;
  unsigned numRoundings = 0;
  /// The first value for which no bound is known, or null.
  Value failed;
};
} // namespace

Value BoundBuilder::constant(TypedAttr scalar) {
  auto type = RankedTensorType::get({}, scalar.getType());
  auto op = arith::ConstantOp::create(
      b, DenseElementsAttr::get(type, Attribute(scalar)));
  created.push_back(op);
  return op;
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

Value BoundBuilder::materialize(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return update.getScalars()[argument.getArgNumber() - update.getNumStates() -
                               update.getInputs().size()];
  if (auto it = materialized.find(value); it != materialized.end())
    return it->second;
  Operation *def = value.getDefiningOp();
  if (std::optional<double> number = region.getConstant(value))
    return materialized[value] = constant(*number);
  if (auto scalar = dyn_cast<arith::ConstantOp>(def))
    return materialized[value] = constant(scalar.getValue());
  IRMapping mapping;
  for (Value operand : def->getOperands())
    mapping.map(operand, materialize(operand));
  Operation *clone = b.clone(*def, mapping);
  for (OpResult result : clone->getResults())
    result.setType(RankedTensorType::get({}, result.getType()));
  created.push_back(clone);
  return materialized[value] =
             clone->getResult(cast<OpResult>(value).getResultNumber());
}

Value BoundBuilder::materialize(const ScalarSum &sum) {
  Value total;
  for (const ScalarProduct &product : sum) {
    Value value;
    for (Value scalar : product.scalars)
      value =
          value ? multiply(value, materialize(scalar)) : materialize(scalar);
    if (!value || product.number != 1.0)
      value = value ? multiply(value, constant(product.number))
                    : constant(product.number);
    total = add(total, value);
  }
  return total ? total : constant(0.0);
}

Value BoundBuilder::materializeStep() {
  Value step = quotient->step;
  if (!step || isa<RankedTensorType>(step.getType()))
    return step;
  auto tensor = tensor::FromElementsOp::create(
      b, RankedTensorType::get({}, b.getF32Type()), step);
  created.push_back(tensor);
  return tensor;
}

static float roundUp(double number) {
  return std::nextafter(float(number), std::numeric_limits<float>::max());
}

/// Computes the limit `A1 / sqrt(A2) * sqrt((1 - r^t) / (1 - r))` of a quotient
/// of averages. If the step number is unknown, uses the limit for all t. Rounds
/// up, so that a clamp to the limit does not change results of exact moments.
Value BoundBuilder::limitAverages() {
  Value step = materializeStep();
  if (quotient->scalarAverages) {
    const auto &[first, second] = *quotient->scalarAverages;
    return limitScalarAverages(
        b, {materialize(first.decay), materialize(first.gain)},
        {materialize(second.decay), materialize(second.gain)}, step, created);
  }
  double gain = quotient->getGain(), ratio = quotient->getRatio();
  if (!step)
    return constant(roundUp(gain / std::sqrt(1 - ratio)));
  Value sum = step;
  if (ratio > 0.99 && ratio <= 1) {
    // If the ratio is close to 1, `1 - r^t` loses its precision to
    // cancellation. Use the number of steps as the sum of their powers instead,
    // or the limit of the sum.
    if (ratio < 1)
      sum = make<arith::MinimumFOp>({sum, constant(roundUp(1 / (1 - ratio)))});
  } else {
    Value power = make<math::PowFOp>({constant(ratio), step});
    Value rest = make<arith::SubFOp>({constant(1.0), power});
    sum = make<arith::DivFOp>({rest, constant(1 - ratio)});
  }
  // Covers the rounding errors of the power, the sum and its root.
  return make<arith::MulFOp>(
      {make<math::SqrtOp>({sum}), constant(roundUp(gain * kSlack))});
}

/// Computes `K`, the largest magnitude of the quotient of Adam.
Value BoundBuilder::limitQuotient() {
  Value result = limitAverages();
  auto apply = [&](ArrayRef<std::pair<Value, bool>> factors, bool inverted,
                   bool isRadicand) {
    for (auto [factor, isDivisor] : factors) {
      Value scalar = magnitude(materialize(factor));
      if (isRadicand)
        scalar = make<math::SqrtOp>({scalar});
      result = isDivisor != inverted ? make<arith::DivFOp>({result, scalar})
                                     : make<arith::MulFOp>({result, scalar});
    }
  };
  apply(quotient->numerator, /*inverted=*/false, /*isRadicand=*/false);
  apply(quotient->denominator, /*inverted=*/true, /*isRadicand=*/false);
  apply(quotient->radicand, /*inverted=*/true, /*isRadicand=*/true);
  return result;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

std::optional<Reach> BoundBuilder::reachArgument(BlockArgument argument) {
  unsigned i = argument.getArgNumber();
  if (i == state)
    return Reach{constant(1.0), {}};
  bool isState = i < update.getNumStates();
  Value amax = isState ? amaxes.getState(b, i)
                       : amaxes.getInput(b, i - update.getNumStates());
  if (!amax)
    return std::nullopt;
  return Reach{{}, amax};
}

/// In `select(x != 0, a, x)`, x is 0 or NaN, so only `a` needs a bound.
std::optional<Reach> BoundBuilder::reachSelect(arith::SelectOp op) {
  auto compare = op.getCondition().getDefiningOp<arith::CmpFOp>();
  using Predicate = arith::CmpFPredicate;
  auto isZeroWhere = [&](Value value, ArrayRef<Predicate> predicates) {
    return compare && compare.getLhs() == value &&
           region.getConstant(compare.getRhs()) == 0.0 &&
           llvm::is_contained(predicates, compare.getPredicate());
  };
  if (isZeroWhere(op.getFalseValue(), {Predicate::ONE, Predicate::UNE}))
    return reach(op.getTrueValue());
  if (isZeroWhere(op.getTrueValue(), {Predicate::OEQ, Predicate::UEQ}))
    return reach(op.getFalseValue());
  std::optional<Reach> x = reach(op.getTrueValue());
  std::optional<Reach> y = reach(op.getFalseValue());
  if (!x || !y)
    return std::nullopt;
  return Reach{{}, larger(total(*x), total(*y))};
}

/// Bounds a clamped value by the smaller of two bounds: the larger magnitude of
/// the limits, and the bound of the operand. The second is enlarged if the
/// limits exclude 0, because the clamp then moves values away from 0.
std::optional<Reach> BoundBuilder::reachClamp(Operation *op) {
  std::optional<Clamp> clamp = matchClamp(region, op);
  std::optional<Reach> inner = clamp ? reach(clamp->value) : std::nullopt;
  if (!inner)
    return std::nullopt;
  Value lower = materialize(clamp->lower), upper = materialize(clamp->upper);
  Value inside = total(*inner);
  std::optional<double> a = region.getConstant(clamp->lower);
  std::optional<double> b = region.getConstant(clamp->upper);
  if (!a || *a > 0)
    inside = larger(inside, lower);
  if (!b || *b < 0)
    inside = larger(inside, negate(upper));
  Value limits = larger(magnitude(lower), magnitude(upper));
  // If the clamp replaces NaN by a limit, a NaN bound of the operand must be
  // ignored.
  return Reach{{},
               clamp->catchesNaN ? make<arith::MinNumFOp>({limits, inside})
                                 : make<arith::MinimumFOp>({limits, inside})};
}

std::optional<Reach> BoundBuilder::reachOp(Operation *op) {
  if (quotient && op == quotient->op)
    return Reach{{}, limit};
  if (std::optional<Reach> clamped = reachClamp(op))
    return clamped;
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return reachSelect(select);
  if (std::optional<double> largest = getLargestInteger(op))
    return Reach{{}, constant(*largest)};
  // The results of these ops are bounded by their definition or by one operand.
  if (isa<math::CopySignOp>(op)) {
    std::optional<Reach> x = reach(op->getOperand(0));
    return x ? std::optional(Reach{{}, total(*x)}) : std::nullopt;
  }
  if (isa<math::TanhOp, math::SinOp, math::CosOp>(op))
    return Reach{{}, constant(1.0)};
  bool isSum = isa<arith::AddFOp, arith::SubFOp>(op);
  bool isProduct = isa<arith::MulFOp>(op);
  bool isQuotient = isa<arith::DivFOp>(op);
  bool isExtremum = isa<arith::MaximumFOp, arith::MinimumFOp>(op);
  bool isSign = isa<arith::NegFOp, math::AbsFOp>(op);
  if (!isSum && !isProduct && !isQuotient && !isExtremum && !isSign)
    return std::nullopt;
  numRoundings += rounds(op);
  if (isQuotient && !region.isUniform(op->getOperand(1)))
    return std::nullopt;
  std::optional<Reach> x = reach(op->getOperand(0));
  if (!x)
    return std::nullopt;
  if (isa<arith::NegFOp>(op))
    return Reach{negate(x->factor), x->bound};
  if (isSign)
    return Reach{{}, total(*x)};
  if (isQuotient) {
    Value divisor = materialize(op->getOperand(1));
    Reach result;
    if (x->factor)
      result.factor = make<arith::DivFOp>({x->factor, divisor});
    if (x->bound)
      result.bound = make<arith::DivFOp>({x->bound, magnitude(divisor)});
    return result;
  }
  std::optional<Reach> y = reach(op->getOperand(1));
  if (!y)
    return std::nullopt;
  if (isSum)
    return Reach{
        add(x->factor, isa<arith::SubFOp>(op) ? negate(y->factor) : y->factor),
        add(x->bound, y->bound)};
  if (isExtremum)
    return Reach{{}, larger(total(*x), total(*y))};
  // Multiplication by a scalar preserves the linear dependence on the old
  // value.
  for (unsigned i : {0, 1})
    if (region.isUniform(op->getOperand(i))) {
      Value scalar = materialize(op->getOperand(i));
      const Reach &other = i == 0 ? *y : *x;
      return Reach{multiply(other.factor, scalar),
                   other.bound ? multiply(other.bound, magnitude(scalar))
                               : Value()};
    }
  return Reach{{}, multiply(total(*x), total(*y))};
}

std::optional<Reach> BoundBuilder::reach(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  std::optional<Reach> result;
  if (std::optional<double> number = region.getConstant(value))
    result = Reach{{}, constant(std::abs(*number))};
  else if (region.isUniform(value))
    result = Reach{{}, magnitude(materialize(value))};
  else if (auto argument = dyn_cast<BlockArgument>(value))
    result = reachArgument(argument);
  else
    result = reachOp(value.getDefiningOp());
  if (!result && !failed)
    failed = value;
  return known[value] = result;
}

Value BoundBuilder::run(std::string &reason) {
  Value newValue = region.getNew(state);
  quotient = findAdamQuotient(update, region, newValue, /*allowScalars=*/true);
  if (quotient && !quotient->isLimited(region)) {
    reason = quotient->scalarAverages
                 ? "the ranges of the betas of its moments leave the quotient "
                   "without a bound"
                 : "the betas of its moments leave the quotient without a "
                   "bound";
    return {};
  }
  if (quotient)
    limit = limitQuotient();
  // Do not count the roundings of the limit: the clamp makes it exact, and the
  // bound covers only roundings after the clamp.
  numRoundings = 0;
  std::optional<Reach> result = reach(newValue);
  if (!result) {
    llvm::raw_string_ostream(reason)
        << "no bound is known for '"
        << (failed.getDefiningOp()
                ? failed.getDefiningOp()->getName().getStringRef()
                : StringRef("an operand"))
        << "' in its update";
    return {};
  }
  Value bound = make<arith::MulFOp>({total(*result), constant(kSlack)});
  if (numRoundings > kMaxRoundings + 1) {
    reason = "its update rounds more often than the slack of the bound allows";
    return {};
  }
  return bound;
}

/// Inserts the clamp of the quotient. Its limit becomes a scalar operand of the
/// op.
void BoundBuilder::insertClamp() {
  if (!quotient)
    return;
  update.getScalarsMutable().append(limit);
  Block &body = update.getBody().front();
  Location loc = quotient->op->getLoc();
  Value limitElement = body.addArgument(b.getF32Type(), loc);
  ImplicitLocOpBuilder inner(loc, b.getContext());
  inner.setInsertionPointAfter(quotient->op);
  Value u = quotient->op->getResult(0);
  Value negative = arith::NegFOp::create(inner, limitElement);
  auto raised = arith::MaximumFOp::create(inner, u, negative);
  auto clamped = arith::MinimumFOp::create(inner, raised, limitElement);
  u.replaceAllUsesExcept(clamped, raised);
}

Value mlir::fp8::boundUpdate(UpdateOp update, unsigned state,
                             const OldAmaxes &amaxes, std::string &reason) {
  BoundBuilder builder(update, state, amaxes);
  Value bound = builder.run(reason);
  if (bound)
    builder.insertClamp();
  else
    builder.erase();
  return bound;
}

bool mlir::fp8::canBoundUpdate(UpdateOp update, unsigned state,
                               std::string &reason) {
  // Only the number of ops matters here, so any rank-0 value can serve as an
  // amax.
  OpBuilder opBuilder(update);
  auto type = RankedTensorType::get({}, opBuilder.getF32Type());
  auto any = arith::ConstantOp::create(opBuilder, update.getLoc(),
                                       DenseElementsAttr::get(type, 0.0f));
  auto getAny = [&](OpBuilder &, unsigned) -> Value { return any; };
  BoundBuilder builder(update, state, {getAny, getAny});
  bool isBounded = builder.run(reason) != nullptr;
  builder.erase();
  any.erase();
  return isBounded;
}
