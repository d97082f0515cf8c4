//===- ArithmeticBuilder.h - arithmetic on scalars and tensors --*- C++ -*-===//
#ifndef FP8_IR_ARITHMETICBUILDER_H
#define FP8_IR_ARITHMETICBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::fp8 {

/// Returns `type` with elements of type `element`, or `element` itself if
/// `type` is not a shaped type.
inline Type withElementType(Type type, Type element) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? shaped.clone(element) : element;
}

/// An operand: a value, or a number that becomes a constant with the type of
/// the other operand.
class ArithOperand {
public:
  template <typename T>
  ArithOperand(T operand) {
    if constexpr (std::is_arithmetic_v<T>) {
      real = static_cast<double>(operand);
      if constexpr (std::is_integral_v<T>)
        integer = static_cast<int64_t>(operand);
      isInteger = std::is_integral_v<T>;
    } else {
      value = operand;
    }
  }

  /// The value, or null for a number.
  Value value;
  /// The number, both as a float and as an integer.
  double real = 0;
  int64_t integer = 0;
  bool isInteger = false;
};

/// Emits arith and math ops on scalars, or elementwise on values of one shape.
/// The operand types select the float or the integer op. Integers are unsigned.
class ArithmeticBuilder : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;
  using Operand = ArithOperand;

  /// Creates a constant of `type` whose elements are `scalar`.
  Value splat(Type type, TypedAttr scalar) {
    auto shaped = dyn_cast<ShapedType>(type);
    return arith::ConstantOp::create(
        *this,
        shaped ? SplatElementsAttr::get(shaped, Attribute(scalar)) : scalar);
  }
  /// Creates a constant of `type` whose elements are `number`. Integers drop
  /// the bits that do not fit.
  Value constant(Type type, Operand number) {
    Type element = getElementTypeOrSelf(type);
    if (isa<FloatType>(element))
      return splat(type, getFloatAttr(element, number.real));
    assert(number.isInteger && "expected an integer for an integer type");
    unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
    APInt bits(width, number.integer, /*isSigned=*/false,
               /*implicitTrunc=*/true);
    return splat(type, getIntegerAttr(element, bits));
  }
  Value word(uint32_t bits) { return constant(getI32Type(), bits); }
  Value number(float value) { return constant(getF32Type(), value); }
  Value boolean(bool value) { return constant(getI1Type(), value); }

  Value add(Value x, Operand y) {
    return emit<arith::AddFOp, arith::AddIOp>(x, y);
  }
  Value sub(Value x, Operand y) {
    return emit<arith::SubFOp, arith::SubIOp>(x, y);
  }
  Value mul(Value x, Operand y) {
    return emit<arith::MulFOp, arith::MulIOp>(x, y);
  }
  Value div(Value x, Operand y) {
    return emit<arith::DivFOp, arith::DivUIOp>(x, y);
  }
  /// Emits the smaller of the operands, or NaN if one of them is NaN.
  Value min(Value x, Operand y) {
    return emit<arith::MinimumFOp, arith::MinUIOp>(x, y);
  }
  Value max(Value x, Operand y) {
    return emit<arith::MaximumFOp, arith::MaxUIOp>(x, y);
  }
  Value neg(Value x) { return arith::NegFOp::create(*this, x); }
  Value abs(Value x) { return math::AbsFOp::create(*this, x); }
  Value sqrt(Value x) { return math::SqrtOp::create(*this, x); }
  /// Emits x * y + z with a single rounding.
  Value fma(Value x, Operand y, Operand z) {
    Value factor = get(y, x), term = get(z, x);
    return math::FmaOp::create(*this, x, factor, term);
  }

  Value andBits(Value x, Operand y) { return emit<arith::AndIOp>(x, y); }
  Value orBits(Value x, Operand y) { return emit<arith::OrIOp>(x, y); }
  Value xorBits(Value x, Operand y) { return emit<arith::XOrIOp>(x, y); }
  Value shl(Value x, Operand y) { return emit<arith::ShLIOp>(x, y); }
  Value shr(Value x, Operand y) { return emit<arith::ShRUIOp>(x, y); }

  Value compare(arith::CmpFPredicate predicate, Value x, Operand y) {
    return arith::CmpFOp::create(*this, predicate, x, get(y, x));
  }
  Value compare(arith::CmpIPredicate predicate, Value x, Operand y) {
    return arith::CmpIOp::create(*this, predicate, x, get(y, x));
  }
  /// Emits x < y; false for NaN.
  Value less(Value x, Operand y) {
    return compare(arith::CmpFPredicate::OLT, arith::CmpIPredicate::ult, x, y);
  }
  Value above(Value x, Operand y) {
    return compare(arith::CmpFPredicate::OGT, arith::CmpIPredicate::ugt, x, y);
  }
  Value atLeast(Value x, Operand y) {
    return compare(arith::CmpFPredicate::OGE, arith::CmpIPredicate::uge, x, y);
  }
  Value equal(Value x, Operand y) {
    return compare(arith::CmpFPredicate::OEQ, arith::CmpIPredicate::eq, x, y);
  }
  Value isNaN(Value x) { return compare(arith::CmpFPredicate::UNO, x, x); }
  /// Emits condition ? x : y. At most one of `x` and `y` is a number.
  Value select(Value condition, Operand x, Operand y) {
    Value taken = x.value ? x.value : get(x, y.value);
    return arith::SelectOp::create(*this, condition, taken, get(y, taken));
  }

  /// Emits the bits of `x`, with the element type of `element`.
  Value bitcast(Type element, Value x) {
    return arith::BitcastOp::create(
        *this, withElementType(x.getType(), getElementTypeOrSelf(element)), x);
  }
  Value toBits(Value x) { return bitcast(getI32Type(), x); }
  Value toFloat(Value x) { return bitcast(getF32Type(), x); }
  Value extendZero(Value x, unsigned width) {
    return convert<arith::ExtUIOp>(getIntegerType(width), x);
  }
  Value extendSign(Value x, unsigned width) {
    return convert<arith::ExtSIOp>(getIntegerType(width), x);
  }
  Value truncate(Value x, unsigned width) {
    return convert<arith::TruncIOp>(getIntegerType(width), x);
  }
  /// Emits the f32 value of a narrower float.
  Value extendFloat(Value x) { return convert<arith::ExtFOp>(getF32Type(), x); }

private:
  Value get(Operand operand, Value like) {
    return operand.value ? operand.value : constant(like.getType(), operand);
  }
  template <typename Op>
  Value emit(Value x, Operand y) {
    return Op::create(*this, x, get(y, x));
  }
  template <typename FloatOp, typename IntOp>
  Value emit(Value x, Operand y) {
    return isFloat(x) ? emit<FloatOp>(x, y) : emit<IntOp>(x, y);
  }
  template <typename Op>
  Value convert(Type element, Value x) {
    return Op::create(*this, withElementType(x.getType(), element), x);
  }
  Value compare(arith::CmpFPredicate ofFloats, arith::CmpIPredicate ofIntegers,
                Value x, Operand y) {
    return isFloat(x) ? compare(ofFloats, x, y) : compare(ofIntegers, x, y);
  }
  static bool isFloat(Value x) {
    return isa<FloatType>(getElementTypeOrSelf(x.getType()));
  }
};

} // namespace mlir::fp8

#endif // FP8_IR_ARITHMETICBUILDER_H
