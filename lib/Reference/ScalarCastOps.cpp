//===- ScalarCastOps.cpp - conversions of scalar programs -----------------===//

#include "FP8Support.h"
#include "ScalarProgram.h"

#include "fp8/IR/FP8.h"
#include "fp8/Numerics/Draws.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Converts an integer of `from` bits to `to` bits: extends it, or drops bits.
static uint64_t resize(uint64_t bits, unsigned from, unsigned to,
                       bool isSigned) {
  if (isSigned)
    bits = static_cast<uint64_t>(llvm::SignExtend64(bits, from));
  return bits & llvm::maskTrailingOnes<uint64_t>(to);
}

static LogicalResult compileResize(Operation *op, ScalarCompiler &compiler,
                                   bool isSigned) {
  unsigned x = compiler.get(op->getOperand(0));
  unsigned from = getIntegerWidth(op->getOperand(0).getType());
  unsigned to = getIntegerWidth(op->getResult(0).getType());
  unsigned result = compiler.define(op->getResult(0));
  return compiler.emit(
      [=](ScalarState &s) { s[result] = resize(s[x], from, to, isSigned); });
}

//===----------------------------------------------------------------------===//
// Integers and floats
//===----------------------------------------------------------------------===//

/// Rounds a magnitude once to f32 or f64. For narrower types, first rounds to
/// odd in f64, which avoids double rounding.
static uint64_t encodeInteger(uint64_t magnitude, bool isNegative,
                              FloatCodec codec) {
  if (codec.isF32()) {
    float value = static_cast<float>(magnitude);
    return codec.encodeF32(isNegative ? -value : value,
                           numerics::Overflow::Infinity);
  }
  double value = static_cast<double>(magnitude);
  // Beyond 2^53, the lost bits are replaced by one sticky bit.
  if (!codec.isF64() && (magnitude >> 53) != 0)
    value = std::ldexp(
        static_cast<double>((magnitude >> 11) | ((magnitude & 0x7FF) != 0)),
        11);
  return codec.encodeF64(isNegative ? -value : value,
                         numerics::Overflow::Infinity);
}

static LogicalResult compileToFloat(Operation *op, ScalarCompiler &compiler,
                                    bool isSigned) {
  std::optional<FloatCodec> codec =
      FloatCodec::get(getElementTypeOrSelf(op->getResult(0)));
  if (!codec || codec->isE8M0())
    return emitUnsupported(op, " to " +
                                   llvm::to_string(op->getResult(0).getType()));
  unsigned x = compiler.get(op->getOperand(0));
  unsigned width = getIntegerWidth(op->getOperand(0).getType());
  unsigned result = compiler.define(op->getResult(0));
  return compiler.emit([=, codec = *codec](ScalarState &s) {
    uint64_t bits = resize(s[x], width, 64, isSigned);
    bool isNegative = isSigned && (bits >> 63) != 0;
    s[result] = encodeInteger(isNegative ? -bits : bits, isNegative, codec);
  });
}

/// Returns the integer part, saturated; 0 for NaN.
static uint64_t toInteger(double value, unsigned width, bool isSigned) {
  if (std::isnan(value))
    return 0;
  double upper = std::ldexp(1.0, isSigned ? width - 1 : width);
  double lower = isSigned ? -upper : 0.0;
  uint64_t mask = llvm::maskTrailingOnes<uint64_t>(width);
  if (value >= upper)
    return isSigned ? mask >> 1 : mask;
  if (value <= lower)
    return isSigned ? (mask >> 1) + 1 : 0;
  return (isSigned ? static_cast<uint64_t>(static_cast<int64_t>(value))
                   : static_cast<uint64_t>(value)) &
         mask;
}

static LogicalResult compileToInteger(Operation *op, ScalarCompiler &compiler,
                                      bool isSigned) {
  FloatCodec codec = *FloatCodec::get(getElementTypeOrSelf(op->getOperand(0)));
  unsigned x = compiler.get(op->getOperand(0));
  unsigned width = getIntegerWidth(op->getResult(0).getType());
  unsigned result = compiler.define(op->getResult(0));
  return compiler.emit([=](ScalarState &s) {
    s[result] = toInteger(codec.decodeF64(s[x]), width, isSigned);
  });
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Compiles arith.extf and arith.truncf: IEEE rounding without saturation.
static LogicalResult compileFloatCast(Operation *op, ScalarCompiler &compiler) {
  if (auto truncf = dyn_cast<arith::TruncFOp>(op))
    if (truncf.getRoundingmode().value_or(
            arith::RoundingMode::to_nearest_even) !=
        arith::RoundingMode::to_nearest_even)
      return emitUnsupported(
          op, " with rounding mode " +
                  arith::stringifyRoundingMode(*truncf.getRoundingmode()));
  std::optional<FloatCodec> from =
      FloatCodec::get(getElementTypeOrSelf(op->getOperand(0)));
  std::optional<FloatCodec> to =
      FloatCodec::get(getElementTypeOrSelf(op->getResult(0)));
  if (!from || !to || to->isE8M0())
    return emitUnsupported(op, " to " +
                                   llvm::to_string(op->getResult(0).getType()));
  unsigned x = compiler.get(op->getOperand(0));
  unsigned result = compiler.define(op->getResult(0));
  return compiler.emit([=, from = *from, to = *to](ScalarState &s) {
    s[result] =
        to.encodeF64(from.decodeF64(s[x]), numerics::Overflow::Infinity);
  });
}

/// Compiles a bitcast. A register holds bits, so only a copy is needed.
static LogicalResult compileBitcast(Operation *op, ScalarCompiler &compiler) {
  unsigned x = compiler.get(op->getOperand(0));
  unsigned result = compiler.define(op->getResult(0));
  return compiler.emit([=](ScalarState &s) { s[result] = s[x]; });
}

static LogicalResult compileConvert(ConvertOp op, ScalarCompiler &compiler) {
  if (op.getRounding() == RoundingMode::StochasticHW)
    return emitUnsupported(op, " with rounding stochastic_hw, which may differ "
                               "between any two targets");
  FloatCodec from = getCodec(op.getInputFormat());
  FloatCodec to = getCodec(op.getResultFormat());
  unsigned x = compiler.get(op.getInput());
  if (Value random = op.getRandom()) {
    unsigned draw = compiler.get(random);
    unsigned result = compiler.define(op.getResult());
    return compiler.emit([=, spec = to.getSpec()](ScalarState &s) {
      s[result] = numerics::encodeBitsStochastic(
          from.decodeF32(s[x]), static_cast<uint16_t>(s[draw]), *spec);
    });
  }
  // Decoding is exact: an infinity of e5m2 is also an infinity in bf16 and f16.
  numerics::Overflow overflow = isEightBit(op.getInputFormat())
                                    ? numerics::Overflow::Infinity
                                    : numerics::Overflow::Saturate;
  unsigned result = compiler.define(op.getResult());
  return compiler.emit([=](ScalarState &s) {
    s[result] = to.encodeF32(from.decodeF32(s[x]), overflow);
  });
}

static LogicalResult compileDraw(DrawOp op, ScalarCompiler &compiler) {
  unsigned index = compiler.get(op.getIndex());
  unsigned seed = compiler.get(op.getSeed());
  unsigned step = compiler.get(op.getStep());
  std::optional<unsigned> useOffset;
  if (op.getUseOffset())
    useOffset = compiler.get(op.getUseOffset());
  unsigned result = compiler.define(op.getResult());
  bool isHalf = op.getType().isInteger(16);
  bool isKey = op.getSeed().getType().isInteger(64);
  return compiler.emit([=, stream = op.getStream(), firstUse = op.getUse(),
                        sequence = op.getSequence()](ScalarState &s) {
    uint32_t use =
        firstUse + (useOffset ? static_cast<uint32_t>(s[*useOffset]) : 0);
    auto seedBits = static_cast<uint32_t>(s[seed]);
    // The high word of a 64-bit seed is added to the stream.
    uint32_t added = isKey ? static_cast<uint32_t>(s[seed] >> 32) : 0;
    auto stepBits = static_cast<uint32_t>(s[step]);
    if (!isHalf) {
      s[result] =
          numerics::drawWord(seedBits, stream + added, s[index], stepBits, use);
      return;
    }
    // Adding to the stream must not change the index among partners.
    uint32_t sum = stream - numerics::getKeyStream(stream) +
                   numerics::getKeyStream(stream + added);
    s[result] =
        numerics::drawBits(seedBits, sum, s[index], stepBits, use, sequence);
  });
}

void reference::addCastOps(ScalarOpTable &table) {
  using Cast = LogicalResult (*)(Operation *, ScalarCompiler &, bool);
  auto add = [&](StringRef name, Cast compile, bool isSigned) {
    table[name] = [=](Operation *op, ScalarCompiler &compiler) {
      return compile(op, compiler, isSigned);
    };
  };
  add("arith.extsi", compileResize, /*isSigned=*/true);
  add("arith.extui", compileResize, /*isSigned=*/false);
  add("arith.index_cast", compileResize, /*isSigned=*/true);
  add("arith.index_castui", compileResize, /*isSigned=*/false);
  add("arith.trunci", compileResize, /*isSigned=*/false);
  add("arith.sitofp", compileToFloat, /*isSigned=*/true);
  add("arith.uitofp", compileToFloat, /*isSigned=*/false);
  add("arith.fptosi", compileToInteger, /*isSigned=*/true);
  add("arith.fptoui", compileToInteger, /*isSigned=*/false);
  table["arith.bitcast"] = compileBitcast;
  table["arith.extf"] = compileFloatCast;
  table["arith.truncf"] = compileFloatCast;
  addScalarOp<ConvertOp>(table, compileConvert);
  addScalarOp<DrawOp>(table, compileDraw);
}
