//===- ZeroDivisor.cpp - updates that divide by a moment ------------------===//

#include "ZeroDivisor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// What values are where an input is 0, as far as they follow from it and from
/// constants; the others are taken for finite.
class ZeroEvaluator {
public:
  explicit ZeroEvaluator(Value input) { known[input] = 0; }

  /// Whether `op` divides by 0; else takes note of its result.
  bool visit(Operation *op);

private:
  using Number = std::optional<double>;

  Number get(Value value) const;
  static Number compute(Operation *op, Number x, Number y);

  llvm::DenseMap<Value, double> known;
};
} // namespace

std::optional<double> ZeroEvaluator::get(Value value) const {
  APFloat constant(0.0f);
  if (matchPattern(value, m_ConstantFloat(&constant)))
    return constant.convertToDouble();
  auto it = known.find(value);
  return it == known.end() ? Number() : it->second;
}

std::optional<double> ZeroEvaluator::compute(Operation *op, Number x,
                                             Number y) {
  bool isZero = x && *x == 0;
  if (isa<arith::MulFOp>(op) && (isZero || (y && *y == 0)))
    return 0;
  if (isa<arith::DivFOp>(op) && isZero)
    return 0;
  if (!x || (op->getNumOperands() == 2 && !y))
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, Number>(op)
      .Case([&](arith::AddFOp) { return *x + *y; })
      .Case([&](arith::SubFOp) { return *x - *y; })
      .Case([&](arith::MulFOp) { return *x * *y; })
      .Case([&](arith::DivFOp) { return *x / *y; })
      .Case<arith::MaximumFOp, arith::MaxNumFOp>(
          [&](auto) { return std::max(*x, *y); })
      .Case<arith::MinimumFOp, arith::MinNumFOp>(
          [&](auto) { return std::min(*x, *y); })
      .Case([&](math::SqrtOp) { return std::sqrt(*x); })
      .Case([&](math::AbsFOp) { return std::fabs(*x); })
      .Case([&](arith::NegFOp) { return -*x; })
      .Case<arith::ExtFOp, arith::TruncFOp>([&](auto) { return *x; })
      .Case([&](math::PowFOp) { return std::pow(*x, *y); })
      .Default([](auto) { return std::nullopt; });
}

bool ZeroEvaluator::visit(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumOperands() == 0 ||
      op->getNumOperands() > 2)
    return false;
  Number x = get(op->getOperand(0));
  Number y = op->getNumOperands() == 2 ? get(op->getOperand(1)) : Number();
  bool isZero = x && *x == 0;
  if (isa<arith::DivFOp>(op) && y && *y == 0)
    return true;
  if (isZero && (isa<math::RsqrtOp, math::LogOp, math::Log2Op>(op) ||
                 (isa<math::PowFOp>(op) && y && *y < 0)))
    return true;
  if (Number result = compute(op, x, y))
    known[op->getResult(0)] = *result;
  return false;
}

bool mlir::fp8::dividesByZero(UpdateOp update, unsigned input) {
  Block &body = update.getBody().front();
  ZeroEvaluator evaluator(body.getArgument(update.getNumStates() + input));
  return llvm::any_of(body.without_terminator(),
                      [&](Operation &op) { return evaluator.visit(&op); });
}
