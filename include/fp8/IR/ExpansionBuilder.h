//===- ExpansionBuilder.h - numeric expansions emitted as ops ---*- C++ -*-===//
//
// A builder for the expansions of Numerics/MathBuilder.h that emits ops.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_IR_EXPANSIONBUILDER_H
#define FP8_IR_EXPANSIONBUILDER_H

#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/Numerics/Formats.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::fp8 {

/// Emits arith ops, math.fma and math.sqrt on scalars, or elementwise on values
/// of one shape.
class ExpansionBuilder {
public:
  using F32 = Value;
  using I32 = Value;
  using I1 = Value;

  /// Creates a builder whose values have the shape of `type`.
  ExpansionBuilder(ImplicitLocOpBuilder &builder, Type type)
      : builder(builder), f32Type(withElementType(type, builder.getF32Type())),
        i32Type(withElementType(type, builder.getI32Type())) {}

  Value f32(float value) {
    APInt bits(32, numerics::bitsOf(value));
    return constant(f32Type,
                    builder.getFloatAttr(builder.getF32Type(),
                                         APFloat(APFloat::IEEEsingle(), bits)));
  }
  Value i32(int32_t value) {
    return constant(i32Type, builder.getI32IntegerAttr(value));
  }

  Value add(Value a, Value b) { return create<arith::AddFOp>(a, b); }
  Value sub(Value a, Value b) { return create<arith::SubFOp>(a, b); }
  Value mul(Value a, Value b) { return create<arith::MulFOp>(a, b); }
  Value div(Value a, Value b) { return create<arith::DivFOp>(a, b); }
  Value neg(Value a) { return create<arith::NegFOp>(a); }
  Value fma(Value a, Value b, Value c) { return create<math::FmaOp>(a, b, c); }
  Value sqrt(Value a) { return create<math::SqrtOp>(a); }

  Value lt(Value a, Value b) {
    return compare(arith::CmpFPredicate::OLT, a, b);
  }
  Value gt(Value a, Value b) {
    return compare(arith::CmpFPredicate::OGT, a, b);
  }
  Value eq(Value a, Value b) {
    return compare(arith::CmpFPredicate::OEQ, a, b);
  }
  Value isNaN(Value a) { return compare(arith::CmpFPredicate::UNO, a, a); }

  Value addi(Value a, Value b) { return create<arith::AddIOp>(a, b); }
  Value subi(Value a, Value b) { return create<arith::SubIOp>(a, b); }
  Value muli(Value a, Value b) { return create<arith::MulIOp>(a, b); }
  Value mulHighU(Value a, Value b) {
    return arith::MulUIExtendedOp::create(builder, a, b).getHigh();
  }
  Value andi(Value a, Value b) { return create<arith::AndIOp>(a, b); }
  Value ori(Value a, Value b) { return create<arith::OrIOp>(a, b); }
  Value xori(Value a, Value b) { return create<arith::XOrIOp>(a, b); }
  Value shl(Value a, Value b) { return create<arith::ShLIOp>(a, b); }
  Value shrS(Value a, Value b) { return create<arith::ShRSIOp>(a, b); }
  Value shrU(Value a, Value b) { return create<arith::ShRUIOp>(a, b); }
  Value lti(Value a, Value b) {
    return compare(arith::CmpIPredicate::slt, a, b);
  }
  Value eqi(Value a, Value b) {
    return compare(arith::CmpIPredicate::eq, a, b);
  }

  Value andb(Value a, Value b) { return andi(a, b); }
  Value orb(Value a, Value b) { return ori(a, b); }
  Value select(Value condition, Value a, Value b) {
    return create<arith::SelectOp>(condition, a, b);
  }

  Value toBits(Value a) { return create<arith::BitcastOp>(i32Type, a); }
  Value fromBits(Value a) { return create<arith::BitcastOp>(f32Type, a); }
  Value toFloat(Value a) { return create<arith::SIToFPOp>(f32Type, a); }

private:
  template <typename Op, typename... Args>
  Value create(Args &&...args) {
    return Op::create(builder, std::forward<Args>(args)...);
  }
  Value compare(arith::CmpFPredicate predicate, Value a, Value b) {
    return create<arith::CmpFOp>(predicate, a, b);
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return create<arith::CmpIOp>(predicate, a, b);
  }

  /// Returns the constant `scalar` and creates each constant only once. The
  /// expansions are straight-line code, so the first use dominates all later
  /// uses.
  Value constant(Type type, TypedAttr scalar) {
    Value &value = constants[scalar];
    if (!value) {
      auto shaped = dyn_cast<ShapedType>(type);
      TypedAttr attribute =
          shaped ? SplatElementsAttr::get(shaped, Attribute(scalar)) : scalar;
      value = create<arith::ConstantOp>(attribute);
    }
    return value;
  }

  ImplicitLocOpBuilder &builder;
  Type f32Type;
  Type i32Type;
  DenseMap<Attribute, Value> constants;
};

} // namespace mlir::fp8

#endif // FP8_IR_EXPANSIONBUILDER_H
