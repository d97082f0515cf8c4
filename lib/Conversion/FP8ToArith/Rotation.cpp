//===- Rotation.cpp - rotation numbers of quasi-random bits ---------------===//

#include "Rotation.h"

#include "fp8/IR/ExpansionBuilder.h"
#include "fp8/Numerics/Draws.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
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
  // Computes ((bits >> shift) & mask) + least exactly: the bits are the
  // integral part of a number that starts at `base`.
  auto takeDigit = [&](int shift, uint32_t mask, float least) -> Value {
    float base = std::ldexp(1.0f, 23 - shift);
    Value digit = arith::AndIOp::create(b, bits, word(mask << shift));
    Value sum = arith::OrIOp::create(b, digit, word(numerics::bitsOf(base)));
    return arith::AddFOp::create(b, toFloat(sum), number(least - base));
  };
  Value tail = number(numerics::rotationTail);
  Value first = fma(takeDigit(14, 7, 1.0f), tail, number(1.0f));
  Value numerator = fma(takeDigit(17, 7, 1.0f), first, tail);
  Value denominator = fma(takeDigit(20, 7, 2.0f), numerator, first);
  Value negated = arith::NegFOp::create(b, denominator);
  Value inverse = toFloat(arith::SubIOp::create(b, word(numerics::inverseSeed),
                                                toBits(denominator)));
  for (int step = 0; step < 2; ++step)
    inverse =
        arith::MulFOp::create(b, inverse, fma(negated, inverse, number(2.0f)));
  Value quotient = arith::MulFOp::create(b, numerator, inverse);
  Value rest = fma(negated, quotient, numerator);
  // The quotient is between 1/10 and 1/2: the last bit of the sum is 2^-24.
  Value sum =
      arith::AddFOp::create(b, fma(rest, inverse, quotient), number(0.5f));
  Value factor = arith::AddIOp::create(
      b, arith::ShRUIOp::create(b, bits, word(29)), word(1));
  return arith::MulIOp::create(b, toBits(sum), factor);
}

Value fp8::emitShift(ImplicitLocOpBuilder &b, Value rotation, Value step,
                     bool mayShuffle) {
  Type i32 = rotation.getType();
  auto word = [&](uint32_t value) {
    return makeSplat(b, i32, b.getI32IntegerAttr(int32_t(value)));
  };
  // The rotation number is in the low 24 bits. The shift drops the exponent
  // above them. The step is shifted because it is the same for all blocks.
  Value moved = arith::MulIOp::create(b, rotation,
                                      arith::ShLIOp::create(b, step, word(8)));
  if (mayShuffle && !isa<VectorType>(i32)) {
    auto halves = VectorType::get(2, b.getI16Type());
    Value parts = vector::BitCastOp::create(
        b, halves,
        vector::FromElementsOp::create(b, VectorType::get(1, i32), moved));
    parts = vector::ShuffleOp::create(b, parts, parts, ArrayRef<int64_t>{1, 1});
    return vector::ExtractOp::create(
        b, vector::BitCastOp::create(b, VectorType::get(1, i32), parts), 0);
  }
  return arith::OrIOp::create(
      b, arith::AndIOp::create(b, moved, word(0xFFFF0000u)),
      arith::ShRUIOp::create(b, moved, word(16)));
}
