//===- DecomposeElements.cpp - shared by decompositions: elements ---------===//

#include "Decompose.h"
#include "fp8/Numerics/Formats.h"
#include "fp8/Numerics/Philox.h"
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
  // Rounding up increments the exponent unless the mantissa is 0. Below the
  // normal numbers, code 0 is the subnormal 2^-127.
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
// Random bits
//===----------------------------------------------------------------------===//

Value fp8::emitRandomBits(ElementBuilder &e, RoundingMode rounding, Value seed,
                          uint32_t stream, Value index, Value step,
                          uint32_t use, Value useOffset) {
  ImplicitLocOpBuilder &b = e.builder();
  return DrawOp::create(b, b.getIntegerType(16), index, seed, step, useOffset,
                        stream, use, rounding == RoundingMode::QuasiStochastic);
}

Value fp8::emitInitialBits(ElementBuilder &e, Value seed, uint32_t stream,
                           Value index) {
  ImplicitLocOpBuilder &b = e.builder();
  return DrawOp::create(b, b.getI32Type(), index, seed, e.i32(0),
                        /*use_offset=*/Value(), stream, numerics::use::init);
}

/// Emits `quotient * divisor + remainder`, or returns the dividend if quotient
/// and remainder result from dividing the same number by `divisor`.
static Value emitDividend(ImplicitLocOpBuilder &b, Value quotient,
                          int64_t divisor, Value remainder) {
  auto div = quotient.getDefiningOp<arith::DivUIOp>();
  auto rem = remainder.getDefiningOp<arith::RemUIOp>();
  if (div && rem && div.getLhs() == rem.getLhs() &&
      getConstantIntValue(div.getRhs()) == divisor &&
      getConstantIntValue(rem.getRhs()) == divisor)
    return div.getLhs();
  Value product = b.createOrFold<arith::MulIOp>(
      quotient, arith::ConstantIndexOp::create(b, divisor));
  return b.createOrFold<arith::AddIOp>(product, remainder);
}

/// Offsets are summed separately. The remaining sum is often an index that was
/// divided into indices of dimensions, and it simplifies to that index. This
/// lets later passes recognize the random bits of neighboring elements.
Value fp8::emitWholeIndex(ElementBuilder &e, ArrayRef<Value> indices,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<int64_t> wholeShape) {
  ImplicitLocOpBuilder &b = e.builder();
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value index = zero, start = zero;
  for (auto [element, offset, extent] :
       llvm::zip_equal(indices, offsets, wholeShape)) {
    Value first = dyn_cast<Value>(offset);
    if (!first)
      first = arith::ConstantIndexOp::create(b, *getConstantIntValue(offset));
    index = emitDividend(b, index, extent, element);
    start = emitDividend(b, start, extent, first);
  }
  index = b.createOrFold<arith::AddIOp>(index, start);
  return arith::IndexCastOp::create(b, b.getI64Type(), index);
}
