//===- ValueAtZero.cpp - values at a gradient norm of 0 -------------------===//

#include "ValueAtZero.h"

#include "fp8/Analysis/Constants.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/Operands.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

static std::optional<double> getConstant(Value value) {
  // Clipping uses no integers other than booleans.
  auto number = dyn_cast_or_null<IntegerAttr>(matchNumber(value));
  if (number && number.getType().isInteger(1))
    return number.getValue().getBoolValue();
  return matchFloat(value);
}

static std::optional<double> calculate(Operation *op, double x, double y) {
  if (isa<arith::AddFOp>(op))
    return x + y;
  if (isa<arith::SubFOp>(op))
    return x - y;
  if (isa<arith::MulFOp>(op))
    return x * y;
  if (isa<arith::DivFOp>(op))
    return x / y;
  bool isNaN = std::isnan(x) || std::isnan(y);
  if (isa<arith::MinimumFOp, arith::MinNumFOp>(op) && !isNaN)
    return std::min(x, y);
  if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op) && !isNaN)
    return std::max(x, y);
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return arith::applyCmpPredicate(compare.getPredicate(), APFloat(x),
                                    APFloat(y));
  if (isa<arith::AndIOp>(op))
    return x != 0 && y != 0;
  if (isa<arith::OrIOp>(op))
    return x != 0 || y != 0;
  if (isa<arith::XOrIOp>(op))
    return (x != 0) != (y != 0);
  return std::nullopt;
}

/// Computes the state of `x / y`. A divisor with a magnitude of at least 1 does
/// not increase the quotient. A divisor that depends on tensor elements, such
/// as clipped gradients, is not assumed to be 0 if the norm is 0.
ValueAtZero::State ValueAtZero::computeQuotient(State x, State y) {
  if (y.kind == Kind::Free)
    return {x.kind};
  if (y.kind == Kind::Bounded &&
      (y.number ? std::abs(*y.number) >= 1 : y.hasElements))
    return {std::max(x.kind, Kind::Bounded)};
  return {x.kind == Kind::Free ? Kind::Large : Kind::Unknown};
}

ValueAtZero::State ValueAtZero::computeBinary(Operation *op, State x, State y) {
  auto has = [&](Kind kind) { return x.kind == kind || y.kind == kind; };
  // The results are booleans, so they are bounded for all operands.
  if (isa<arith::CmpFOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op))
    return {Kind::Bounded};
  if (has(Kind::Unknown))
    return {Kind::Unknown};
  if (isa<arith::DivFOp>(op))
    return computeQuotient(x, y);
  if (!has(Kind::Large))
    return {Kind::Bounded};
  if (isa<arith::MinimumFOp, arith::MinNumFOp>(op))
    return {x.kind == y.kind ? Kind::Large : Kind::Bounded};
  if (isa<arith::AddFOp, arith::MaximumFOp, arith::MaxNumFOp>(op))
    return {Kind::Large};
  // A product with a value that depends on the norm may be 0 times infinity.
  if (isa<arith::MulFOp>(op) && has(Kind::Free))
    return {Kind::Large};
  return {Kind::Unknown};
}

ValueAtZero::State ValueAtZero::computeSelect(State condition, State x,
                                              State y) {
  if (condition.number)
    return *condition.number != 0 ? x : y;
  State worst = x.kind > y.kind ? x : y;
  worst.number.reset();
  return worst;
}

/// Computes the state of an op without a rule of its own: only whether the
/// result can be infinite or NaN.
ValueAtZero::State ValueAtZero::computeOther(Operation *op,
                                             ArrayRef<State> operands) {
  if (!isa_and_present<arith::ArithDialect, math::MathDialect, FP8Dialect>(
          op->getDialect()) ||
      op->getNumRegions() != 0)
    return {Kind::Unknown};
  if (llvm::any_of(operands, [](State state) { return state.isUnbounded(); }))
    return {Kind::Unknown};
  // The op has a pole at 0 or is undefined there. An operand that depends on
  // tensor elements is not assumed to be 0.
  if (isa<math::RsqrtOp, math::LogOp, math::Log2Op, math::Log10Op, math::PowFOp,
          math::FPowIOp, arith::RemFOp>(op) &&
      llvm::any_of(operands, [](State state) {
        return state.kind == Kind::Bounded &&
               (state.number || !state.hasElements);
      }))
    return {isa<math::RsqrtOp>(op) ? Kind::Large : Kind::Unknown};
  return {Kind::Bounded};
}

/// Computes the state of the single result of `op` from its body, if `op` is a
/// `linalg.generic` without loops.
ValueAtZero::State ValueAtZero::computeBody(Operation *op,
                                            ArrayRef<State> operands) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumLoops() != 0 || generic->getNumResults() != 1)
    return computeOther(op, operands);
  for (auto [argument, state] :
       llvm::zip_equal(generic.getBody()->getArguments(), operands))
    known[argument] = state;
  return get(generic.getBody()->getTerminator()->getOperand(0));
}

ValueAtZero::State ValueAtZero::compute(Operation *op,
                                        ArrayRef<State> operands) {
  if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
          arith::MinimumFOp, arith::MinNumFOp, arith::MaximumFOp,
          arith::MaxNumFOp, arith::CmpFOp, arith::AndIOp, arith::OrIOp,
          arith::XOrIOp>(op)) {
    State x = operands[0], y = operands[1];
    State state = computeBinary(op, x, y);
    if (x.number && y.number)
      state.number = calculate(op, *x.number, *y.number);
    // 0 times a finite number is 0.
    if (isa<arith::MulFOp>(op) && !state.isUnbounded() &&
        (x.number == 0.0 || y.number == 0.0))
      state.number = 0.0;
    return state;
  }
  if (isa<arith::SelectOp>(op))
    return computeSelect(operands[0], operands[1], operands[2]);
  if (isa<tensor::ExtractOp, tensor::FromElementsOp, arith::ExtFOp,
          arith::TruncFOp, arith::UIToFPOp, arith::ExtUIOp>(op) ||
      getMovedSource(op, Move::Layout))
    return operands[0];
  if (isa<math::SqrtOp>(op)) {
    State state = operands[0];
    if (state.number)
      state.number = std::sqrt(*state.number);
    return state;
  }
  return computeBody(op, operands);
}

ValueAtZero::State ValueAtZero::get(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  // Arguments, and results of ops with several results, are taken to be
  // independent of the norm.
  if (!op || op->getNumResults() != 1)
    return known[value] = State();
  SmallVector<State> operands;
  for (Value operand : op->getOperands())
    operands.push_back(get(operand));
  // Values that nested regions capture must be independent of the norm, too.
  bool isFree =
      llvm::all_of(operands,
                   [](State state) { return state.kind == Kind::Free; }) &&
      !anyOperand(
          op, [&](Value operand) { return get(operand).kind != Kind::Free; });
  State state;
  if (isFree)
    state.number = getConstant(value);
  else
    state = compute(op, operands);
  state.hasElements |=
      llvm::any_of(operands, [](State operand) { return operand.hasElements; });
  // A quotient that depends on elements may have either sign, and a calculated
  // number may be infinite or NaN.
  if ((state.kind == Kind::Large && state.hasElements) ||
      (state.kind == Kind::Bounded && state.number &&
       !std::isfinite(*state.number)))
    state.kind = Kind::Unknown;
  if (state.isUnbounded() && !state.origin) {
    auto *from = llvm::find_if(
        operands, [](const State &operand) { return operand.isUnbounded(); });
    state.origin = from == operands.end() ? op : from->origin;
  }
  return known[value] = state;
}

Operation *ValueAtZero::findUnbounded(UpdateOp update) {
  Block &body = update.getBody().front();
  unsigned firstScalar = body.getNumArguments() - update.getScalars().size();
  for (BlockArgument argument : body.getArguments()) {
    unsigned i = argument.getArgNumber();
    if (i < firstScalar)
      known[argument].hasElements = true;
    else
      known[argument] = get(update.getScalars()[i - firstScalar]);
  }
  for (Value result : body.getTerminator()->getOperands()) {
    State state = get(result);
    if (state.isUnbounded())
      return state.origin;
  }
  return nullptr;
}
