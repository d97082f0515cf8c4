//===- LinearFactors.cpp - factors of states in an update -----------------===//

#include "LinearFactors.h"

#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/UpdateRegion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

/// A factor within this distance of 1 counts as weight decay, so the state is
/// carried over. Typical weight decay is below one percent per step.
static constexpr double kMaxDecay = 1.0 / 16;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// Assigns a new number to `value`. The numbers are irregular, so that sums and
/// products of them are not equal by chance.
double LinearFactors::sample(Value value) {
  double fraction = std::fmod(++numSamples * 0.6180339887498949, 1.0);
  return numbers[value] = 0.001 * (1 + fraction);
}

/// Returns the scalar that the one-element `value` copies, or null. The scalar
/// may be outside the region, in another shape, or an operand of a generic op.
static Value getScalarSource(UpdateOp update, Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (parent == update) {
      unsigned first = update.getNumStates() + update.getInputs().size();
      return update.getScalars()[argument.getArgNumber() - first];
    }
    auto generic = dyn_cast<linalg::GenericOp>(parent);
    bool isInput =
        generic && argument.getArgNumber() < generic.getInputs().size();
    return isInput ? generic.getInputs()[argument.getArgNumber()] : Value();
  }
  Operation *def = value.getDefiningOp();
  if (auto generic = dyn_cast<linalg::GenericOp>(def);
      generic && generic.getNumParallelLoops() == generic.getNumLoops())
    return generic.getBody()->getTerminator()->getOperand(
        cast<OpResult>(value).getResultNumber());
  return getMovedSource(def, Move::Retype | Move::Element | Move::ScalarCast);
}

double LinearFactors::getNumber(Value value) {
  if (auto it = numbers.find(value); it != numbers.end())
    return it->second;
  // UpdateRegion handles only values inside the region, and the value may be an
  // argument of the step.
  std::optional<double> constant;
  if (!isa<BlockArgument>(value))
    constant = UpdateRegion(update).getConstant(value);
  if (constant)
    return *constant;
  if (Value source = getScalarSource(update, value))
    return numbers[value] = getNumber(source);
  Operation *def = value.getDefiningOp();
  auto x = [&] { return getNumber(def->getOperand(0)); };
  auto y = [&] { return getNumber(def->getOperand(1)); };
  if (!def)
    return sample(value);
  std::optional<double> number =
      llvm::TypeSwitch<Operation *, std::optional<double>>(def)
          .Case([&](arith::AddFOp) { return x() + y(); })
          .Case([&](arith::SubFOp) { return x() - y(); })
          .Case([&](arith::MulFOp) { return x() * y(); })
          .Case([&](arith::DivFOp) { return x() / y(); })
          .Case([&](arith::NegFOp) { return -x(); })
          .Default([](Operation *) { return std::nullopt; });
  return number ? numbers[value] = *number : sample(value);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

std::optional<double> LinearFactors::get(Value value, BlockArgument argument) {
  UpdateRegion region(update);
  if (value == argument)
    return 1.0;
  if (!region.dependsOn(value, argument))
    return 0.0;
  Operation *def = value.getDefiningOp();
  if (Value source = getMovedSource(def, Move::ScalarCast))
    return get(source, argument);
  if (auto select = dyn_cast<arith::SelectOp>(def)) {
    // A skipped step returns the old value; ignore this case.
    if (select.getTrueValue() == argument)
      return get(select.getFalseValue(), argument);
    if (select.getFalseValue() == argument)
      return get(select.getTrueValue(), argument);
    return std::nullopt;
  }
  if (isa<arith::NegFOp>(def)) {
    std::optional<double> x = get(def->getOperand(0), argument);
    return x ? std::optional(-*x) : std::nullopt;
  }
  if (isa<arith::AddFOp, arith::SubFOp>(def)) {
    std::optional<double> x = get(def->getOperand(0), argument);
    std::optional<double> y = get(def->getOperand(1), argument);
    if (!x || !y)
      return std::nullopt;
    return isa<arith::AddFOp>(def) ? *x + *y : *x - *y;
  }
  if (!isa<arith::MulFOp, arith::DivFOp>(def))
    return std::nullopt;
  bool isDivision = isa<arith::DivFOp>(def);
  unsigned i = region.isUniform(def->getOperand(1)) ? 0 : 1;
  Value scalar = def->getOperand(1 - i);
  if ((isDivision && i == 1) || !region.isUniform(scalar))
    return std::nullopt;
  std::optional<double> x = get(def->getOperand(i), argument);
  if (!x)
    return std::nullopt;
  return isDivision ? *x / getNumber(scalar) : *x * getNumber(scalar);
}

std::optional<double> LinearFactors::get(unsigned state, unsigned from) {
  UpdateRegion region(update);
  return get(region.getNew(state), region.getOld(from));
}

bool mlir::fp8::carriesState(UpdateOp update, unsigned state) {
  std::optional<double> factor = LinearFactors(update).get(state, state);
  return factor && std::abs(*factor - 1) <= kMaxDecay;
}
