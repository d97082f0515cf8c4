//===- DecomposeState.cpp - shared by decompositions: stored states -------===//

#include "Decompose.h"
#include "fp8/Numerics/Formats.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the number of mantissa bits that a split stores in the residual.
static int getSplitBits(ResidualKind residual) {
  return residual == ResidualKind::Split8    ? 8
         : residual == ResidualKind::Split16 ? 16
                                             : 0;
}

static fp8::Format getSplitFormat(int bits) {
  return bits == 8 ? fp8::Format::E4M11 : fp8::Format::E4M19;
}

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

/// Joins main plane and residual to the whole code; see fp8/Numerics/Split.h.
Value ElementBuilder::joinCode(Value main, Value residual) {
  int bits = residual.getType().getIntOrFloatBitWidth();
  fp8::Format format = getSplitFormat(bits);
  Type type = getElementType(format, b.getContext());
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
  };
  auto widen = [&](Value x, bool isSigned) -> Value {
    if (x.getType() == type)
      return x;
    if (isSigned)
      return arith::ExtSIOp::create(b, type, x);
    return arith::ExtUIOp::create(b, type, x);
  };
  // The sign bit is above the magnitude. A negative residual with a main plane
  // of 0 does not represent a number: the addition borrows from the sign, and
  // the result is NaN.
  Value byte = widen(arith::BitcastOp::create(b, b.getI8Type(), main),
                     /*isSigned=*/false);
  return arith::AddIOp::create(b,
                               arith::ShLIOp::create(b, byte, constant(bits)),
                               widen(residual, /*isSigned=*/true));
}

/// Splits a code into the main plane (rounded to nearest, ties away from zero)
/// and the residual.
StoredElement ElementBuilder::splitCode(Value code) {
  Type type = code.getType();
  int bits = type.isInteger(16) ? 8 : 16;
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
  };
  uint32_t mask = getFormatSpec(getSplitFormat(bits))->magnitudeMask();
  Value magnitude = arith::AndIOp::create(b, code, constant(mask));
  Value sign = arith::AndIOp::create(b, code, constant(int64_t(mask) + 1));
  Value rounded =
      arith::AddIOp::create(b, magnitude, constant(int64_t(1) << (bits - 1)));
  Value byte = arith::TruncIOp::create(
      b, b.getI8Type(),
      arith::ShRUIOp::create(b, arith::OrIOp::create(b, rounded, sign),
                             constant(bits)));
  Value main =
      arith::BitcastOp::create(b, Float8E4M3FNType::get(b.getContext()), byte);
  // The low bits, as a signed number, are the part that main cannot represent.
  Value residual = arith::TruncIOp::create(b, b.getIntegerType(bits), code);
  return {main, residual, /*value=*/{}, code};
}

/// Returns -1, of the type of `code`, if `scaleInv` is infinite, so that 0
/// decodes to NaN. Returns 0 otherwise.
static Value getRankOfZero(ElementBuilder &e, Value code, Value scaleInv) {
  ImplicitLocOpBuilder &b = e.builder();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b,
                                     b.getIntegerAttr(code.getType(), value));
  };
  Value isInfinite =
      e.equal(e.abs(scaleInv), e.f32(std::numeric_limits<float>::infinity()));
  return e.select(isInfinite, constant(-1), constant(0));
}

/// Decoding and scaling preserve the order of magnitudes. To find the largest
/// |value|, it is enough to decode the largest code. The only exception is 0
/// times an infinite scale: the result is NaN, which is larger than all values.
/// In that case 1 is subtracted from every code, so that code 0 becomes the
/// largest unsigned number.
Value ElementBuilder::orderCode(Value code, Value scaleInv) {
  Type type = code.getType();
  const numerics::FormatSpec &spec =
      *getFormatSpec(getSplitFormat(type.isInteger(16) ? 8 : 16));
  Value magnitude = arith::AndIOp::create(
      b, code,
      arith::ConstantOp::create(b,
                                b.getIntegerAttr(type, spec.magnitudeMask())));
  if (!scaleInv)
    return magnitude;
  return arith::AddIOp::create(b, magnitude,
                               getRankOfZero(*this, code, scaleInv));
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

static Value decodeSplit(ElementBuilder &e, Value code) {
  bool isShort = code.getType().isInteger(16);
  return e.decode(code, getSplitFormat(isShort ? 8 : 16));
}

Value ElementBuilder::measureCode(Value rank, Value scaleInv) {
  Value magnitude = rank;
  if (scaleInv)
    magnitude =
        arith::SubIOp::create(b, rank, getRankOfZero(*this, rank, scaleInv));
  Value value = decodeSplit(*this, magnitude);
  return abs(scaleInv ? mul(value, scaleInv) : value);
}

Value ElementBuilder::decodeState(StorageAttr storage, Value main,
                                  Value residual, Value scaleInv) {
  bool isSplit = getSplitBits(storage.getResidual()) != 0;
  Value value = isSplit ? decodeSplit(*this, joinCode(main, residual))
                        : decode(main, storage.getFormat());
  if (scaleInv)
    value = mul(value, decode(scaleInv));
  if (residual && !isSplit)
    value = add(value, decode(residual));
  if (storage.getTransform() == StorageTransform::Sqrt)
    value = mul(value, value);
  return value;
}

Value ElementBuilder::transformState(StorageAttr storage, Value value) {
  if (storage.getTransform() == StorageTransform::Sqrt)
    return math::SqrtOp::create(b, value);
  return value;
}

StoredElement ElementBuilder::encodeState(StorageAttr storage, Value value,
                                          Value scale, Value scaleInv,
                                          Value random) {
  Value scaled = scale ? mul(value, scale) : value;
  auto unscale = [&](Value x) { return scale ? mul(x, scaleInv) : x; };
  MLIRContext *context = b.getContext();
  ResidualKind residual = storage.getResidual();
  if (int bits = getSplitBits(residual)) {
    fp8::Format format = getSplitFormat(bits);
    return splitCode(
        encode(scaled, getElementType(format, context), format, random));
  }
  fp8::Format format = storage.getFormat();
  bool hasResidual = residual != ResidualKind::None;
  StoredElement stored;
  // Only the last plane that rounds may round stochastically.
  stored.main = encode(scaled, getElementType(format, context), format,
                       hasResidual ? Value() : random);
  if (!hasResidual)
    return stored;
  Value kept = unscale(decode(stored.main, format));
  Type type = getResidualType(residual, context);
  stored.residual = encode(sub(value, kept), type, std::nullopt,
                           type.isF32() ? Value() : random);
  stored.value = add(kept, decode(stored.residual));
  return stored;
}
