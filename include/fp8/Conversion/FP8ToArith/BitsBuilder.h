//===- BitsBuilder.h - 32-bit arithmetic on a scalar or vector --*- C++ -*-===//
#ifndef FP8_CONVERSION_FP8TOARITH_BITSBUILDER_H
#define FP8_CONVERSION_FP8TOARITH_BITSBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::fp8 {

/// Emits arith ops on values with the shape of one type. C++ integers become
/// constants of the type of the other operand.
class BitsBuilder {
public:
  BitsBuilder(OpBuilder &builder, Location loc, Type shape)
      : builder(loc, builder), shape(shape) {}

  Type type(Type element) {
    auto vector = dyn_cast<VectorType>(shape);
    return vector ? vector.clone(element) : element;
  }
  Type f32() { return type(builder.getF32Type()); }
  Type i32() { return type(builder.getI32Type()); }
  Type integer(unsigned width) { return type(builder.getIntegerType(width)); }

  Value constant(uint32_t bits) { return make(i32(), bits); }
  Value floatConstant(float value) {
    return arith::ConstantOp::create(
        builder, splat(f32(), builder.getF32FloatAttr(value)));
  }

  Value andBits(Value a, uint32_t b) { return create<arith::AndIOp>(a, b); }
  Value orBits(Value a, uint32_t b) { return create<arith::OrIOp>(a, b); }
  Value orBits(Value a, Value b) { return arith::OrIOp::create(builder, a, b); }
  Value add(Value a, uint32_t b) { return create<arith::AddIOp>(a, b); }
  Value shl(Value a, uint32_t b) { return create<arith::ShLIOp>(a, b); }
  Value shr(Value a, uint32_t b) { return create<arith::ShRUIOp>(a, b); }
  Value min(Value a, uint32_t b) { return create<arith::MinUIOp>(a, b); }
  Value max(Value a, uint32_t b) { return create<arith::MaxUIOp>(a, b); }
  Value add(Value a, Value b) { return arith::AddIOp::create(builder, a, b); }
  Value above(Value a, uint32_t b) {
    return compare(arith::CmpIPredicate::ugt, a, b);
  }
  Value below(Value a, uint32_t b) {
    return compare(arith::CmpIPredicate::ult, a, b);
  }
  Value equal(Value a, uint32_t b) {
    return compare(arith::CmpIPredicate::eq, a, b);
  }
  Value select(Value condition, Value a, Value b) {
    return arith::SelectOp::create(builder, condition, a, b);
  }
  Value select(Value condition, uint32_t a, Value b) {
    return select(condition, make(b.getType(), a), b);
  }
  Value isNaN(Value a) {
    return arith::CmpFOp::create(builder, arith::CmpFPredicate::UNO, a, a);
  }

  Value multiplyAdd(Value a, float factor, Value b) {
    return math::FmaOp::create(builder, a, floatConstant(factor), b);
  }
  Value mulFloat(Value a, float b) {
    return arith::MulFOp::create(builder, a, floatConstant(b));
  }
  Value subFloat(Value a, Value b) {
    return arith::SubFOp::create(builder, a, b);
  }
  /// Returns the f32 of a nonnegative integer of at most 24 bits.
  Value fromInteger(Value a) {
    return arith::SIToFPOp::create(builder, f32(), a);
  }
  /// Returns the integer part of a nonnegative f32 below 2^31.
  Value integerPart(Value a) {
    return arith::FPToSIOp::create(builder, i32(), a);
  }

  Value bitcast(Type to, Value a) {
    return arith::BitcastOp::create(builder, to, a);
  }
  Value toBits(Value a) { return bitcast(i32(), a); }
  Value toFloat(Value a) { return bitcast(f32(), a); }
  Value extendSign(Value a, unsigned width) {
    return arith::ExtSIOp::create(builder, integer(width), a);
  }
  Value extendZero(Value a, unsigned width) {
    return arith::ExtUIOp::create(builder, integer(width), a);
  }
  Value truncate(Value a, unsigned width) {
    return arith::TruncIOp::create(builder, integer(width), a);
  }
  /// Returns the low `width` bits of `a`, zero-extended to i32.
  Value widen(Value a, unsigned width) {
    if (getElementTypeOrSelf(a.getType()).isInteger(32))
      return andBits(a, ~0u >> (32 - width));
    return extendZero(bitcast(integer(width), a), 32);
  }
  /// Returns the low `width` bits as a value of `to`, zero-extended.
  Value narrow(Type to, Value a, unsigned width) {
    if (getElementTypeOrSelf(to).isInteger(32))
      return andBits(a, ~0u >> (32 - width));
    return bitcast(to, truncate(a, width));
  }
  Value extendF16(Value a) { return arith::ExtFOp::create(builder, f32(), a); }

private:
  static TypedAttr splat(Type type, TypedAttr scalar) {
    auto vector = dyn_cast<VectorType>(type);
    if (!vector)
      return scalar;
    return SplatElementsAttr::get(vector, Attribute(scalar));
  }
  Value make(Type type, uint32_t bits) {
    Type element = getElementTypeOrSelf(type);
    return arith::ConstantOp::create(
        builder, splat(type, builder.getIntegerAttr(
                                 element, APInt(element.getIntOrFloatBitWidth(),
                                                bits))));
  }
  template <typename Op>
  Value create(Value a, uint32_t b) {
    return Op::create(builder, a, make(a.getType(), b));
  }
  Value compare(arith::CmpIPredicate predicate, Value a, uint32_t b) {
    return arith::CmpIOp::create(builder, predicate, a, make(a.getType(), b));
  }

  ImplicitLocOpBuilder builder;
  Type shape;
};

} // namespace mlir::fp8

#endif // FP8_CONVERSION_FP8TOARITH_BITSBUILDER_H
