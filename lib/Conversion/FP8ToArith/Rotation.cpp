//===- Rotation.cpp - rotation numbers of quasi-random draws --------------===//

#include "Rotation.h"

#include "fp8/IR/ExpansionBuilder.h"
#include "fp8/Numerics/Draws.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

static Value makeSplat(ImplicitLocOpBuilder &b, Type type, TypedAttr element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return arith::ConstantOp::create(b,
                                     DenseElementsAttr::get(vector, element));
  return arith::ConstantOp::create(b, element);
}

Value fp8::emitRotation(ImplicitLocOpBuilder &b, Value bits) {
  Type i32 = bits.getType();
  Type f32 = withElementType(i32, b.getF32Type());
  auto word = [&](uint32_t value) {
    return makeSplat(b, i32, b.getI32IntegerAttr(int32_t(value)));
  };
  auto number = [&](float value) {
    return makeSplat(b, f32, b.getF32FloatAttr(value));
  };
  auto toFloat = [&](Value x) {
    return arith::BitcastOp::create(b, f32, x).getResult();
  };
  auto toBits = [&](Value x) {
    return arith::BitcastOp::create(b, i32, x).getResult();
  };
  auto fma = [&](Value x, Value y, Value z) {
    return math::FmaOp::create(b, x, y, z).getResult();
  };
  // ((bits & mask) | set) / 2^exponent + 2, exactly: these are the last bits of
  // a number from `base` on.
  auto takeBits = [&](uint32_t mask, uint32_t set, int exponent) -> Value {
    float base = std::ldexp(1.0f, 23 - exponent);
    Value sum =
        arith::OrIOp::create(b, arith::AndIOp::create(b, bits, word(mask)),
                             word(numerics::bitsOf(base) | set));
    return arith::AddFOp::create(b, toFloat(sum), number(2.0f - base));
  };
  Value y = takeBits(0x1CFFF, 0x1000, 14);
  Value numerator = fma(takeBits(0xE0000, 0, 17), y, number(1.0f));
  Value denominator = fma(takeBits(0x700000, 0, 20), numerator, y);
  Value negated = arith::NegFOp::create(b, denominator);
  Value inverse = toFloat(arith::SubIOp::create(b, word(numerics::inverseSeed),
                                                toBits(denominator)));
  for (int step = 0; step < 2; ++step)
    inverse =
        arith::MulFOp::create(b, inverse, fma(negated, inverse, number(2.0f)));
  // The last place of a number from 128 on is 2^-16.
  Value rotation = toBits(fma(numerator, inverse, number(128.0f)));
  rotation = arith::AndIOp::create(b, rotation, word(0xFFFF));
  rotation = arith::OrIOp::create(b, rotation, word(1));
  return arith::MulIOp::create(b, rotation, word(0x10001));
}
