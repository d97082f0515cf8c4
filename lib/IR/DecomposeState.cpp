//===- DecomposeState.cpp - what decompositions share: stored states ------===//

#include "Decompose.h"
#include "fp8/Numerics/Formats.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::fp8;

/// Of the mantissa of the float that a split rounds to, those that main lacks.
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

/// The whole code of a main and its remainder; see fp8/Numerics/Split.h.
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
  // The sign lies above the magnitude. A remainder below a main of 0, which
  // stands for nothing, takes from the sign, and what is left is NaN.
  Value byte = widen(arith::BitcastOp::create(b, b.getI8Type(), main),
                     /*isSigned=*/false);
  return arith::AddIOp::create(b,
                               arith::ShLIOp::create(b, byte, constant(bits)),
                               widen(residual, /*isSigned=*/true));
}

/// The main, to nearest with ties away from zero, and the remainder of a code.
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
  // What main has no bits for, as a signed number.
  Value residual = arith::TruncIOp::create(b, b.getIntegerType(bits), code);
  return {main, residual, /*value=*/{}, code};
}

/// -1 of the type of `code` where an infinite scale makes NaN of 0, else 0.
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

/// Decoding and scaling keep the order of magnitudes: one code has to be
/// decoded for the largest |value|, not all. Only 0 times an infinite scale is
/// NaN, which is above all: one less than all codes, as unsigned numbers, it is
/// the largest.
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
  // The last plane that rounds is the one that may round stochastically.
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
