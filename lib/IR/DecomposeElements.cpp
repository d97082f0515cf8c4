//===- DecomposeElements.cpp - what decompositions share: elements --------===//

#include "Decompose.h"
#include "fp8/Numerics/Formats.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Constants and bits
//===----------------------------------------------------------------------===//

Value ElementBuilder::f32(float value) {
  return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
}

Value ElementBuilder::f32Bits(uint32_t bits) {
  APFloat value(APFloat::IEEEsingle(), APInt(32, bits));
  return arith::ConstantOp::create(b, b.getFloatAttr(b.getF32Type(), value));
}

Value ElementBuilder::i32(uint32_t value) {
  return arith::ConstantOp::create(
      b, b.getIntegerAttr(b.getI32Type(), APInt(32, value)));
}

Value ElementBuilder::abs(Value x) { return math::AbsFOp::create(b, x); }

Value ElementBuilder::canonicalize(Value x) {
  Value isNaN = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, x, x);
  return select(isNaN, f32Bits(numerics::canonicalNaNBits), x);
}

Value ElementBuilder::toBits(Value x) {
  return arith::BitcastOp::create(b, b.getI32Type(), x);
}

Value ElementBuilder::toFloat(Value bits) {
  return arith::BitcastOp::create(b, b.getF32Type(), bits);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static FormatAttr getIntegerFormat(MLIRContext *context, Type type,
                                   std::optional<Format> format) {
  return type.isInteger() ? FormatAttr::get(context, *format) : FormatAttr();
}

Value ElementBuilder::decode(Value x, std::optional<Format> format) {
  Type type = x.getType(), f32Type = b.getF32Type();
  if (type.isF32())
    return x;
  if (isa<Float8E8M0FNUType>(type)) {
    Value byte = arith::BitcastOp::create(b, b.getI8Type(), x);
    Value code = arith::ExtUIOp::create(b, b.getI32Type(), byte);
    auto is = [&](uint32_t value) {
      return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, code,
                                   i32(value));
    };
    // 2^-127, the value of code 0, is a subnormal of f32.
    Value bits = arith::ShLIOp::create(b, code, i32(23));
    bits = select(is(0), i32(0x00400000u), bits);
    return toFloat(select(is(0xFF), i32(numerics::canonicalNaNBits), bits));
  }
  return ConvertOp::create(b, f32Type, x, /*random=*/Value(),
                           getIntegerFormat(b.getContext(), type, format),
                           RoundingMode::NearestEven);
}

Value ElementBuilder::encode(Value x, Type to, std::optional<Format> format,
                             Value random) {
  if (to.isF32())
    return x;
  return ConvertOp::create(
      b, to, x, random, getIntegerFormat(b.getContext(), to, format),
      random ? RoundingMode::Stochastic : RoundingMode::NearestEven);
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

static constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::pair<Value, Value>
ElementBuilder::computeScale(Value amax, Format format,
                             std::optional<ScalingAttr> scaling,
                             Value previous) {
  float epsilon = scaling ? scaling->getEpsilon().convertToFloat() : 0.0f;
  int margin = scaling ? static_cast<int>(scaling->getMargin()) : 0;
  if (epsilon > 0.0f)
    amax = select(less(amax, f32(epsilon)), f32(epsilon), amax);
  Value isUsable = both(less(f32(0.0f), amax), less(amax, f32(kInfinity)));
  Value scale = div(f32(std::ldexp(getMaxFinite(format), -margin)), amax);
  scale = select(equal(scale, f32(kInfinity)),
                 f32(std::numeric_limits<float>::max()), scale);
  if (scaling && scaling->getPow2())
    scale = toFloat(arith::AndIOp::create(b, toBits(scale), i32(0xFF800000u)));
  scale = select(isUsable, scale, previous ? previous : f32(1.0f));
  return {scale, div(f32(1.0f), scale)};
}

std::pair<Value, Value> ElementBuilder::computeE8M0(Value amax, Format format) {
  Value ratio = div(amax, f32(getMaxFinite(format)));
  Value bits = arith::AndIOp::create(b, toBits(ratio), i32(0x7FFFFFFFu));
  auto above = [&](Value x, uint32_t y) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ugt, x, i32(y));
  };
  auto asInt = [&](Value condition) -> Value {
    return arith::ExtUIOp::create(b, b.getI32Type(), condition);
  };
  // Rounding up is the next exponent unless the mantissa is 0. Below the normal
  // numbers, code 0 is the subnormal 2^-127.
  Value field = arith::ShRUIOp::create(b, bits, i32(23));
  Value mantissa = arith::AndIOp::create(b, bits, i32(0x007FFFFFu));
  Value code = arith::AddIOp::create(b, field, asInt(above(mantissa, 0)));
  code = arith::MinUIOp::create(b, code, i32(0xFE));
  Value subnormal = asInt(above(mantissa, 0x00400000u));
  code = select(above(field, 0), code, subnormal);
  Value isNaN = above(bits, 0x7F800000u);
  code = select(isNaN, i32(0xFF), code);

  // 2^(127 - code), which is subnormal for 0xFE.
  Value exponent = arith::SubIOp::create(b, i32(254), code);
  Value scale = arith::ShLIOp::create(b, exponent, i32(23));
  scale = select(above(exponent, 0), scale, i32(0x00400000u));
  scale = select(isNaN, i32(numerics::canonicalNaNBits), scale);
  return {code, toFloat(scale)};
}

Value ElementBuilder::toE8M0(Value code) {
  Value byte = arith::TruncIOp::create(b, b.getI8Type(), code);
  return arith::BitcastOp::create(b, Float8E8M0FNUType::get(b.getContext()),
                                  byte);
}

//===----------------------------------------------------------------------===//
// Random draws
//===----------------------------------------------------------------------===//

Value fp8::emitRandomBits(ElementBuilder &e, Value seed, uint32_t stream,
                          Value index, Value step, uint32_t use) {
  ImplicitLocOpBuilder &b = e.builder();
  auto xorBits = [&](Value x, Value y) -> Value {
    return arith::XOrIOp::create(b, x, y);
  };
  auto add = [&](Value x, Value y) -> Value {
    return arith::AddIOp::create(b, x, y);
  };
  auto i64 = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(b, value, 64);
  };
  auto low = [&](Value x) -> Value {
    return arith::TruncIOp::create(b, b.getI32Type(), x);
  };
  Value block = arith::ShRUIOp::create(b, index, i64(3));
  std::array<Value, 4> counter = {
      low(block), low(arith::ShRUIOp::create(b, block, i64(32))), step,
      e.i32(use)};
  std::array<Value, 2> key = {seed, e.i32(stream)};
  for (int round = 0; round < 10; ++round) {
    auto first =
        arith::MulUIExtendedOp::create(b, e.i32(0xD2511F53u), counter[0]);
    auto second =
        arith::MulUIExtendedOp::create(b, e.i32(0xCD9E8D57u), counter[2]);
    counter = {
        xorBits(xorBits(second.getHigh(), counter[1]), key[0]), second.getLow(),
        xorBits(xorBits(first.getHigh(), counter[3]), key[1]), first.getLow()};
    key = {add(key[0], e.i32(0x9E3779B9u)), add(key[1], e.i32(0xBB67AE85u))};
  }
  // Element j of eight takes word j / 2, the low half if j is even.
  Value j = arith::AndIOp::create(b, low(index), e.i32(7));
  auto isAtLeast = [&](uint32_t value) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::uge, j, e.i32(value));
  };
  Value word =
      e.select(isAtLeast(4), e.select(isAtLeast(6), counter[3], counter[2]),
               e.select(isAtLeast(2), counter[1], counter[0]));
  Value shift =
      arith::ShLIOp::create(b, arith::AndIOp::create(b, j, e.i32(1)), e.i32(4));
  return arith::TruncIOp::create(b, b.getIntegerType(16),
                                 arith::ShRUIOp::create(b, word, shift));
}

Value fp8::emitWholeIndex(ElementBuilder &e, ArrayRef<Value> indices,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<int64_t> wholeShape) {
  ImplicitLocOpBuilder &b = e.builder();
  Value index = arith::ConstantIndexOp::create(b, 0);
  for (auto [element, offset, extent] :
       llvm::zip_equal(indices, offsets, wholeShape)) {
    Value start = dyn_cast<Value>(offset);
    if (!start)
      start = arith::ConstantIndexOp::create(b, *getConstantIntValue(offset));
    Value position = arith::AddIOp::create(b, element, start);
    Value stride = arith::ConstantIndexOp::create(b, extent);
    index = arith::AddIOp::create(b, arith::MulIOp::create(b, index, stride),
                                  position);
  }
  return arith::IndexCastOp::create(b, b.getI64Type(), index);
}
