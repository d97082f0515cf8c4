//===- DecomposeState.cpp - shared by decompositions: stored states -------===//

#include "Decompose.h"
#include "fp8/Numerics/Formats.h"

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

/// Joins the main plane and the residual of a split to the whole code; see
/// fp8/Numerics/Split.h.
Value ElementBuilder::joinCode(Value main, Value residual) {
  int bits = residual.getType().getIntOrFloatBitWidth();
  Type type = getElementType(getSplitFormat(bits), getContext());
  unsigned width = type.getIntOrFloatBitWidth();
  // The sign bit is above the magnitude. If the main plane is 0, a negative
  // residual represents no number: the addition borrows from the sign bit, and
  // the result is NaN.
  Value high = shl(extendZero(bitcast(getI8Type(), main), width), bits);
  return add(high, extendSign(residual, width));
}

/// Splits a code into the main plane and the residual. The main plane is
/// rounded to nearest, with ties away from zero.
StoredElement ElementBuilder::splitCode(Value code) {
  Type type = code.getType();
  int bits = type.isInteger(16) ? 8 : 16;
  uint32_t mask = getFormatSpec(getSplitFormat(bits))->magnitudeMask();
  Value magnitude = andBits(code, mask);
  Value sign = andBits(code, int64_t(mask) + 1);
  Value rounded = add(magnitude, int64_t(1) << (bits - 1));
  Value byte = truncate(shr(orBits(rounded, sign), bits), 8);
  Value main = bitcast(Float8E4M3FNType::get(getContext()), byte);
  // The low bits, read as a signed number, are the difference to the main
  // plane.
  Value residual = truncate(code, bits);
  return {main, residual, /*value=*/{}, code};
}

/// Returns -1, with the type of `code`, if `scaleInv` is infinite, else 0.
static Value getRankOfZero(ElementBuilder &b, Value code, Value scaleInv) {
  Value isInfinite =
      b.equal(b.abs(scaleInv), std::numeric_limits<float>::infinity());
  return b.select(isInfinite, b.constant(code.getType(), -1), 0);
}

/// Decoding and scaling preserve the order of magnitudes, so the largest code
/// gives the largest absolute value. The only exception is code 0 with an
/// infinite inverse scale: 0 times infinity is NaN, which counts as larger than
/// all values. In this case, 1 is subtracted from every code, so that code 0
/// becomes the largest unsigned integer.
Value ElementBuilder::orderCode(Value code, Value scaleInv) {
  Type type = code.getType();
  const numerics::FormatSpec &spec =
      *getFormatSpec(getSplitFormat(type.isInteger(16) ? 8 : 16));
  Value magnitude = andBits(code, spec.magnitudeMask());
  return scaleInv ? add(magnitude, getRankOfZero(*this, code, scaleInv))
                  : magnitude;
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

static Value decodeSplit(ElementBuilder &e, Value code) {
  bool isShort = code.getType().isInteger(16);
  return e.decode(code, getSplitFormat(isShort ? 8 : 16));
}

Value ElementBuilder::measureCode(Value rank, Value scaleInv) {
  Value magnitude =
      scaleInv ? sub(rank, getRankOfZero(*this, rank, scaleInv)) : rank;
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
    return sqrt(value);
  return value;
}

StoredElement ElementBuilder::encodeState(StorageAttr storage, Value value,
                                          Value scale, Value scaleInv,
                                          Value random) {
  Value scaled = scale ? mul(value, scale) : value;
  auto unscale = [&](Value x) { return scale ? mul(x, scaleInv) : x; };
  MLIRContext *context = getContext();
  ResidualKind residual = storage.getResidual();
  if (int bits = getSplitBits(residual)) {
    fp8::Format format = getSplitFormat(bits);
    return splitCode(
        encode(scaled, getElementType(format, context), format, random));
  }
  fp8::Format format = storage.getFormat();
  bool hasResidual = residual != ResidualKind::None;
  StoredElement stored;
  // Only the last plane of an element may be rounded stochastically.
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
