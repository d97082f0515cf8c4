//===- ValueAtZero.cpp - what a scalar is where a norm is 0 ---------------===//

#include "ValueAtZero.h"

#include "fp8/Analysis/Contraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

static std::optional<double> getConstant(Value value) {
  Attribute attribute;
  if (!matchPattern(value, m_Constant(&attribute)))
    return std::nullopt;
  if (auto elements = dyn_cast<SplatElementsAttr>(attribute))
    attribute = elements.getSplatValue<Attribute>();
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return number.getValueAsDouble();
  if (auto number = dyn_cast<IntegerAttr>(attribute))
    return number.getValue().getBoolValue();
  return std::nullopt;
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
  return std::nullopt;
}

ValueAtZero::State ValueAtZero::computeBinary(Operation *op, State x, State y) {
  std::optional<double> number;
  if (x.number && y.number)
    number = calculate(op, *x.number, *y.number);
  auto has = [&](Kind kind) { return x.kind == kind || y.kind == kind; };
  if (has(Kind::Unknown))
    return {Kind::Unknown};
  // A comparison is a truth value, whatever it compares.
  if (isa<arith::CmpFOp>(op))
    return {Kind::Bounded, number};
  if (isa<arith::DivFOp>(op)) {
    if (y.kind == Kind::Free)
      return {x.kind, number};
    return {x.kind == Kind::Free ? Kind::Large : Kind::Unknown, number};
  }
  if (!has(Kind::Large))
    return {Kind::Bounded, number};
  if (isa<arith::MinimumFOp, arith::MinNumFOp>(op))
    return {x.kind == y.kind ? Kind::Large : Kind::Bounded, number};
  if (isa<arith::AddFOp, arith::MaximumFOp, arith::MaxNumFOp>(op))
    return {Kind::Large, number};
  // 0 times infinity.
  if (isa<arith::MulFOp>(op) && has(Kind::Free))
    return {Kind::Large, number};
  return {Kind::Unknown};
}

ValueAtZero::State ValueAtZero::computeSelect(Operation *op) {
  State condition = get(op->getOperand(0));
  State x = get(op->getOperand(1)), y = get(op->getOperand(2));
  if (condition.number)
    return *condition.number != 0 ? x : y;
  return x.kind > y.kind ? State{x.kind} : State{y.kind};
}

ValueAtZero::State ValueAtZero::compute(Operation *op) {
  SmallVector<State> operands;
  auto isFree = [](State state) { return state.kind == Kind::Free; };
  for (Value operand : op->getOperands())
    operands.push_back(get(operand));
  if (llvm::all_of(operands, isFree)) {
    WalkResult captures = op->walk([&](Operation *inner) {
      return WalkResult(
          success(llvm::all_of(inner->getOperands(), [&](Value operand) {
            return isFree(get(operand));
          })));
    });
    if (captures.wasInterrupted())
      return {Kind::Unknown};
    return {Kind::Free, getConstant(op->getResult(0))};
  }
  if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
          arith::MinimumFOp, arith::MinNumFOp, arith::MaximumFOp,
          arith::MaxNumFOp, arith::CmpFOp>(op))
    return computeBinary(op, operands[0], operands[1]);
  if (isa<arith::SelectOp>(op))
    return computeSelect(op);
  if (isa<tensor::ExtractOp, tensor::FromElementsOp, arith::ExtFOp,
          arith::TruncFOp>(op) ||
      (op->getNumOperands() > 0 && getLayoutSource(op) == op->getOperand(0)))
    return operands[0];
  if (isa<math::SqrtOp>(op)) {
    if (operands[0].number)
      operands[0].number = std::sqrt(*operands[0].number);
    return operands[0];
  }
  if (isa<math::RsqrtOp>(op) && operands[0].kind == Kind::Bounded)
    return {Kind::Large};
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumLoops() != 0 || generic->getNumResults() != 1)
    return {Kind::Unknown};
  for (auto [argument, state] :
       llvm::zip_equal(generic.getBody()->getArguments(), operands))
    known[argument] = state;
  return get(generic.getBody()->getTerminator()->getOperand(0));
}

ValueAtZero::State ValueAtZero::get(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  // Reductions, whose tensors the norm does not change.
  State state;
  if (op && op->getNumResults() == 1)
    state = compute(op);
  return known[value] = state;
}

bool ValueAtZero::isBounded(Value scalar) {
  State state = get(scalar);
  if (state.number)
    return state.kind != Kind::Unknown && state.kind != Kind::Large &&
           std::isfinite(*state.number);
  return state.kind == Kind::Free || state.kind == Kind::Bounded;
}
