//===- DecomposeElements.cpp - shared by decompositions: elements ---------===//

#include "Decompose.h"
#include "fp8/Numerics/Formats.h"
#include "fp8/Numerics/Philox.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static FormatAttr getIntegerFormat(MLIRContext *context, Type type,
                                   std::optional<Format> format) {
  return type.isInteger() ? FormatAttr::get(context, *format) : FormatAttr();
}

Value ElementBuilder::canonicalize(Value x) {
  Value isTrue = isNaN(x);
  APFloat nan(APFloat::IEEEsingle(), APInt(32, numerics::canonicalNaNBits));
  return select(isTrue, splat(getF32Type(), getFloatAttr(getF32Type(), nan)),
                x);
}

Value ElementBuilder::decode(Value x, std::optional<Format> format) {
  Type type = x.getType();
  if (type.isF32())
    return x;
  if (isa<Float8E8M0FNUType>(type)) {
    Value code = extendZero(bitcast(getI8Type(), x), 32);
    // Code 0 represents 2^-127, a subnormal of f32.
    Value bits = shl(code, 23);
    bits = select(equal(code, 0), 0x00400000u, bits);
    return toFloat(select(equal(code, 0xFF), numerics::canonicalNaNBits, bits));
  }
  return ConvertOp::create(*this, getF32Type(), x, /*random=*/Value(),
                           getIntegerFormat(getContext(), type, format),
                           RoundingMode::NearestEven);
}

Value ElementBuilder::encode(Value x, Type to, std::optional<Format> format,
                             Value random) {
  if (to.isF32())
    return x;
  return ConvertOp::create(
      *this, to, x, random, getIntegerFormat(getContext(), to, format),
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
    amax = select(less(amax, epsilon), epsilon, amax);
  Value isPositive = less(number(0.0f), amax);
  Value isUsable = andBits(isPositive, less(amax, kInfinity));
  Value scale = div(number(std::ldexp(getMaxFinite(format), -margin)), amax);
  scale =
      select(equal(scale, kInfinity), std::numeric_limits<float>::max(), scale);
  if (scaling && scaling->getPow2())
    scale = toFloat(andBits(toBits(scale), 0xFF800000u));
  scale = select(isUsable, scale, previous ? previous : number(1.0f));
  return {scale, div(number(1.0f), scale)};
}

std::pair<Value, Value> ElementBuilder::computeE8M0(Value amax, Format format) {
  Value bits = andBits(toBits(div(amax, getMaxFinite(format))), 0x7FFFFFFFu);
  // To round up, increment the exponent unless the mantissa is 0. Subnormals up
  // to 2^-127 have code 0.
  Value field = shr(bits, 23);
  Value mantissa = andBits(bits, 0x007FFFFFu);
  Value code = min(add(field, extendZero(above(mantissa, 0), 32)), 0xFE);
  Value subnormal = extendZero(above(mantissa, 0x00400000u), 32);
  code = select(above(field, 0), code, subnormal);
  Value isNaN = above(bits, 0x7F800000u);
  code = select(isNaN, 0xFF, code);

  // The scale is 2^(127 - code), which is subnormal for code 0xFE.
  Value exponent = sub(word(254), code);
  Value scale = shl(exponent, 23);
  scale = select(above(exponent, 0), scale, 0x00400000u);
  scale = select(isNaN, numerics::canonicalNaNBits, scale);
  return {code, toFloat(scale)};
}

Value ElementBuilder::toE8M0(Value code) {
  return bitcast(Float8E8M0FNUType::get(getContext()), truncate(code, 8));
}

//===----------------------------------------------------------------------===//
// Random bits
//===----------------------------------------------------------------------===//

Value fp8::emitRandomBits(ElementBuilder &b, RoundingMode rounding, Value seed,
                          uint32_t stream, Value index, Value step,
                          uint32_t use, Value useOffset) {
  return DrawOp::create(b, b.getIntegerType(16), index, seed, step, useOffset,
                        stream, use, rounding == RoundingMode::QuasiStochastic);
}

Value fp8::emitInitialBits(ElementBuilder &b, Value seed, uint32_t stream,
                           Value index) {
  return DrawOp::create(b, b.getI32Type(), index, seed, b.word(0),
                        /*use_offset=*/Value(), stream, numerics::use::init);
}

/// Emits `quotient * divisor + remainder`. If both result from dividing the
/// same number by `divisor`, returns this number.
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

/// Sums the offsets separately. The remaining sum often restores an index that
/// was divided into indices of dimensions, and then simplifies to this index.
/// Later passes can then recognize the random bits of neighboring elements.
Value fp8::emitWholeIndex(ElementBuilder &b, ArrayRef<Value> indices,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<int64_t> wholeShape) {
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
