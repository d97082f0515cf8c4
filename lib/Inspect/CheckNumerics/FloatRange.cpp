//===- FloatRange.cpp - interval arithmetic -------------------------------===//

#include "FloatRange.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static FloatRange make(double low, double high, FloatRange a,
                       FloatRange b = {}) {
  // Infinities of opposite signs cancel to NaN and yield no bound.
  if (std::isnan(low))
    low = -FloatRange::kInfinity;
  if (std::isnan(high))
    high = FloatRange::kInfinity;
  return {low, high, a.isWorstCase || b.isWorstCase};
}

FloatRange mlir::fp8::join(FloatRange a, FloatRange b) {
  return make(std::min(a.low, b.low), std::max(a.high, b.high), a, b);
}

FloatRange mlir::fp8::add(FloatRange a, FloatRange b) {
  return make(a.low + b.low, a.high + b.high, a, b);
}

FloatRange mlir::fp8::negate(FloatRange a) { return make(-a.high, -a.low, a); }

FloatRange mlir::fp8::multiply(FloatRange a, FloatRange b) {
  // An infinite end times 0 is 0, since the values near that end are finite.
  auto times = [](double x, double y) {
    return x == 0.0 || y == 0.0 ? 0.0 : x * y;
  };
  auto [low, high] = std::minmax({times(a.low, b.low), times(a.low, b.high),
                                  times(a.high, b.low), times(a.high, b.high)});
  return make(low, high, a, b);
}

FloatRange mlir::fp8::divide(FloatRange a, FloatRange b) {
  FloatRange inverse;
  inverse.isWorstCase = b.isWorstCase;
  if (b.low > 0.0 || b.high < 0.0) {
    inverse.low = 1.0 / b.high;
    inverse.high = 1.0 / b.low;
  } else if (b.low == 0.0) {
    inverse.low = b.high > 0.0 ? 1.0 / b.high : -FloatRange::kInfinity;
  } else if (b.high == 0.0) {
    inverse.high = 1.0 / b.low;
  }
  return multiply(a, inverse);
}

FloatRange mlir::fp8::absolute(FloatRange a) {
  if (a.low >= 0.0)
    return a;
  if (a.high <= 0.0)
    return negate(a);
  return make(0.0, a.getMagnitude(), a);
}

FloatRange mlir::fp8::maximum(FloatRange a, FloatRange b) {
  return make(std::max(a.low, b.low), std::max(a.high, b.high), a, b);
}

FloatRange mlir::fp8::minimum(FloatRange a, FloatRange b) {
  return make(std::min(a.low, b.low), std::min(a.high, b.high), a, b);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Applies a monotonically increasing function to both ends.
static FloatRange apply(double (*function)(double), FloatRange a) {
  return make(function(a.low), function(a.high), a);
}

/// Returns the part of the range `a` that is at least `low`. Functions such as
/// the logarithm return NaN for smaller arguments.
static FloatRange clampBelow(FloatRange a, double low) {
  return make(std::max(a.low, low), std::max(a.high, low), a);
}

static FloatRange power(Operation *op,
                        function_ref<FloatRange(Value)> getRange) {
  FloatRange base = getRange(op->getOperand(0));
  FloatRange exponent = getRange(op->getOperand(1));
  if (exponent.low == 2.0 && exponent.high == 2.0)
    return multiply(absolute(base), absolute(base));
  if (base.low >= 0.0)
    return FloatRange::between(0.0, FloatRange::kInfinity);
  return {};
}

static FloatRange fromInteger(Operation *op, IntRanges &integers) {
  ConstantIntRanges range = integers.get(op->getOperand(0));
  if (isa<arith::SIToFPOp>(op))
    return FloatRange::between(range.smin().signedRoundToDouble(),
                               range.smax().signedRoundToDouble());
  return FloatRange::between(range.umin().roundToDouble(),
                             range.umax().roundToDouble());
}

FloatRange mlir::fp8::transferFloatOp(Operation *op,
                                      function_ref<FloatRange(Value)> getRange,
                                      IntRanges &integers) {
  auto operand = [&](unsigned i) { return getRange(op->getOperand(i)); };
  using Result = FloatRange;
  return TypeSwitch<Operation *, Result>(op)
      .Case<arith::AddFOp>([&](auto) { return add(operand(0), operand(1)); })
      .Case<arith::SubFOp>(
          [&](auto) { return add(operand(0), negate(operand(1))); })
      .Case<arith::MulFOp>([&](auto) {
        // In a square, both factors have the same sign.
        if (op->getOperand(0) == op->getOperand(1))
          return multiply(absolute(operand(0)), absolute(operand(0)));
        return multiply(operand(0), operand(1));
      })
      .Case<arith::DivFOp>([&](auto) { return divide(operand(0), operand(1)); })
      .Case<math::FmaOp>([&](auto) {
        return add(multiply(operand(0), operand(1)), operand(2));
      })
      .Case<arith::NegFOp>([&](auto) { return negate(operand(0)); })
      .Case<arith::MaximumFOp, arith::MaxNumFOp>(
          [&](auto) { return maximum(operand(0), operand(1)); })
      .Case<arith::MinimumFOp, arith::MinNumFOp>(
          [&](auto) { return minimum(operand(0), operand(1)); })
      .Case<arith::SelectOp>([&](auto) { return join(operand(1), operand(2)); })
      .Case<arith::ExtFOp, arith::TruncFOp>([&](auto) { return operand(0); })
      .Case<arith::SIToFPOp, arith::UIToFPOp>(
          [&](auto) { return fromInteger(op, integers); })
      .Case<math::AbsFOp>([&](auto) { return absolute(operand(0)); })
      .Case<math::TanhOp>([&](auto) { return apply(std::tanh, operand(0)); })
      .Case<math::ErfOp>([&](auto) { return apply(std::erf, operand(0)); })
      .Case<math::ExpOp>([&](auto) { return apply(std::exp, operand(0)); })
      .Case<math::Exp2Op>([&](auto) { return apply(std::exp2, operand(0)); })
      .Case<math::ExpM1Op>([&](auto) { return apply(std::expm1, operand(0)); })
      .Case<math::SqrtOp>(
          [&](auto) { return apply(std::sqrt, clampBelow(operand(0), 0.0)); })
      .Case<math::RsqrtOp>([&](auto) {
        return divide(FloatRange::exactly(1.0),
                      apply(std::sqrt, clampBelow(operand(0), 0.0)));
      })
      .Case<math::LogOp>(
          [&](auto) { return apply(std::log, clampBelow(operand(0), 0.0)); })
      .Case<math::Log1pOp>(
          [&](auto) { return apply(std::log1p, clampBelow(operand(0), -1.0)); })
      .Case<math::SinOp, math::CosOp>(
          [&](auto) { return FloatRange::between(-1.0, 1.0); })
      .Case<math::PowFOp>([&](auto) { return power(op, getRange); })
      .Default([](auto) { return FloatRange(); });
}
