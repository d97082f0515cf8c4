//===- NormalizeFunctions.cpp - expansion of math functions ---------------===//
//
// The formulas avoid cancellation near 0. They overflow only if the result
// does, except for sinh and cosh of arguments in the last binade before the
// overflow.
//
//===----------------------------------------------------------------------===//

#include "NormalizeFunctions.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Emits arithmetic on values of one f32 type.
class Formulas : public ArithmeticBuilder {
public:
  Formulas(OpBuilder &b, Location loc, Type type)
      : ArithmeticBuilder(loc, b), type(type) {}

  Value number(double value) { return constant(type, value); }
  Value log1p(Value x) { return math::Log1pOp::create(*this, x); }
  /// Returns `value` with the sign of x, for odd functions that are computed
  /// for |x|.
  Value withSign(Value value, Value x) {
    return math::CopySignOp::create(*this, value, x);
  }

  Value tan(Value x) {
    return div(math::SinOp::create(*this, x), math::CosOp::create(*this, x));
  }
  /// Computes (t + t / (t + 1)) / 2 for t = e^|x| - 1.
  Value sinh(Value x) {
    Value t = math::ExpM1Op::create(*this, abs(x));
    // Clamp t so that the quotient is 1 for infinite t.
    Value finite = min(t, std::numeric_limits<float>::max());
    Value sum = add(t, div(finite, add(finite, 1)));
    return withSign(mul(sum, 0.5), x);
  }
  Value cosh(Value x) {
    Value e = math::ExpOp::create(*this, abs(x));
    return add(mul(e, 0.5), div(number(0.5), e));
  }
  /// Computes sqrt(1 - x^2).
  Value otherSide(Value x) {
    return sqrt(mul(sub(number(1), x), add(number(1), x)));
  }
  Value asin(Value x) { return math::Atan2Op::create(*this, x, otherSide(x)); }
  Value acos(Value x) { return math::Atan2Op::create(*this, otherSide(x), x); }
  /// Computes log(1 + a + a^2 / (1 + sqrt(a^2 + 1))) for a = |x|.
  Value asinh(Value x) {
    Value a = abs(x), inverse = div(number(1), a);
    Value root = sqrt(add(number(1), mul(inverse, inverse)));
    Value small = log1p(add(a, div(a, add(inverse, root))));
    return withSign(unlessLarge(a, small), x);
  }
  /// Computes log(1 + t + sqrt(t^2 + 2t)) for t = x - 1.
  Value acosh(Value x) {
    Value t = sub(x, 1);
    return unlessLarge(x, log1p(add(t, mul(sqrt(t), sqrt(add(t, 2))))));
  }
  /// Computes log(1 + 2a / (1 - a)) / 2 for a = |x|.
  Value atanh(Value x) {
    Value a = abs(x);
    Value log = log1p(div(add(a, a), sub(number(1), a)));
    return withSign(mul(log, 0.5), x);
  }

private:
  /// Returns log(2x) for large x, else `small`. For large x, the remaining
  /// terms are negligible, and the exact formula could overflow.
  Value unlessLarge(Value x, Value small) {
    Value isLarge = above(x, 0x1p63);
    Value large = add(math::LogOp::create(*this, x), std::log(2.0));
    return select(isLarge, large, small);
  }

  Type type;
};
} // namespace

using Formula = Value (Formulas::*)(Value x);

/// Returns the formula for the function that `op` computes, or null for other
/// ops.
static Formula getFormula(Operation *op) {
  return TypeSwitch<Operation *, Formula>(op)
      .Case([](math::TanOp) { return &Formulas::tan; })
      .Case([](math::SinhOp) { return &Formulas::sinh; })
      .Case([](math::CoshOp) { return &Formulas::cosh; })
      .Case([](math::AsinOp) { return &Formulas::asin; })
      .Case([](math::AcosOp) { return &Formulas::acos; })
      .Case([](math::AsinhOp) { return &Formulas::asinh; })
      .Case([](math::AcoshOp) { return &Formulas::acosh; })
      .Case([](math::AtanhOp) { return &Formulas::atanh; })
      .Default(nullptr);
}

bool mlir::fp8::normalizeFunction(RewriterBase &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  if (auto clamp = dyn_cast<math::ClampFOp>(op)) {
    Value least = arith::MaximumFOp::create(rewriter, op->getLoc(),
                                            clamp.getValue(), clamp.getMin());
    rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, least, clamp.getMax());
    return true;
  }
  Formula formula = getFormula(op);
  if (!formula)
    return false;
  Type type = op->getResult(0).getType(), element = getElementTypeOrSelf(type);
  auto shaped = dyn_cast<ShapedType>(type);
  bool isNarrow = element.isBF16() || element.isF16();
  if ((shaped && !shaped.hasStaticShape()) || !(element.isF32() || isNarrow))
    return false;
  Formulas b(rewriter, op->getLoc(),
             withElementType(type, rewriter.getF32Type()));
  Value x = op->getOperand(0);
  Value result = (b.*formula)(isNarrow ? b.extendFloat(x) : x);
  if (isNarrow)
    result = arith::TruncFOp::create(b, type, result);
  rewriter.replaceOp(op, result);
  return true;
}
