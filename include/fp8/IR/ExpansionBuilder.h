//===- ExpansionBuilder.h - numeric expansions emitted as ops ---*- C++ -*-===//
//
// A builder that instantiates the expansions of Numerics/MathBuilder.h as ops.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_IR_EXPANSIONBUILDER_H
#define FP8_IR_EXPANSIONBUILDER_H

#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/Numerics/Formats.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::fp8 {

/// Provides the arithmetic that MathBuilder.h requires, on values of one shape.
/// The expansions are straight-line code, so the first use of a constant
/// dominates all later uses, and each constant is created only once.
class ExpansionBuilder : public ArithmeticBuilder {
public:
  using F32 = Value;
  using I32 = Value;
  using I1 = Value;

  /// Creates a builder whose values have the shape of `type`.
  ExpansionBuilder(const ImplicitLocOpBuilder &builder, Type type)
      : ArithmeticBuilder(builder.getLoc(), builder),
        f32Type(withElementType(type, getF32Type())),
        i32Type(withElementType(type, getI32Type())) {}

  Value f32(float value) {
    APInt bits(32, numerics::bitsOf(value));
    return constant(
        f32Type,
        getFloatAttr(getF32Type(), APFloat(APFloat::IEEEsingle(), bits)));
  }
  Value i32(int32_t value) {
    return constant(i32Type, getI32IntegerAttr(value));
  }

  Value lt(Value a, Value b) { return less(a, b); }
  Value gt(Value a, Value b) { return above(a, b); }
  Value eq(Value a, Value b) { return equal(a, b); }

  Value addi(Value a, Value b) { return add(a, b); }
  Value subi(Value a, Value b) { return sub(a, b); }
  Value muli(Value a, Value b) { return mul(a, b); }
  Value mulHighU(Value a, Value b) {
    return arith::MulUIExtendedOp::create(*this, a, b).getHigh();
  }
  Value andi(Value a, Value b) { return andBits(a, b); }
  Value ori(Value a, Value b) { return orBits(a, b); }
  Value xori(Value a, Value b) { return xorBits(a, b); }
  Value shrS(Value a, Value b) { return arith::ShRSIOp::create(*this, a, b); }
  Value shrU(Value a, Value b) { return shr(a, b); }
  Value lti(Value a, Value b) {
    return compare(arith::CmpIPredicate::slt, a, b);
  }
  Value eqi(Value a, Value b) { return equal(a, b); }

  Value andb(Value a, Value b) { return andBits(a, b); }
  Value orb(Value a, Value b) { return orBits(a, b); }

  Value fromBits(Value a) { return bitcast(f32Type, a); }
  Value toFloat(Value a) { return arith::SIToFPOp::create(*this, f32Type, a); }

private:
  Value constant(Type type, TypedAttr scalar) {
    Value &value = constants[scalar];
    if (!value)
      value = splat(type, scalar);
    return value;
  }

  Type f32Type;
  Type i32Type;
  DenseMap<Attribute, Value> constants;
};

} // namespace mlir::fp8

#endif // FP8_IR_EXPANSIONBUILDER_H
