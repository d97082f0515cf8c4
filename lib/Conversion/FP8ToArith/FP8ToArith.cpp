//===- FP8ToArith.cpp - fp8.convert in integer arithmetic -----------------===//
//
// Encoding, with `m` mantissa bits and bias `b`, works on the bits of |x|. The
// exponent is rebased and the 23 - m low bits are rounded off by one addition:
// a carry out of the mantissa is a correct exponent. Below the smallest normal
// number the quantum is constant, and adding the power of two whose ulp it is
// lets the FPU round. Saturation is a minimum up front, since the largest
// finite value is its own code.
//
// Decoding goes through f16, which holds every 8-bit format up to a power of
// two and whose extension does not flush subnormals.
//
//===----------------------------------------------------------------------===//

#include "fp8/Conversion/FP8ToArith/FP8ToArith.h"
#include "BitsBuilder.h"
#include "fp8/IR/FP8.h"
#include "fp8/Numerics/Formats.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_CONVERTFP8TOARITH
#include "fp8/Conversion/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;
using numerics::FormatSpec;
using numerics::Overflow;

static constexpr uint32_t kSignBit = 0x80000000u;
static constexpr uint32_t kInfinity = 0x7F800000u;

static const FormatSpec *getSpec(Format format) {
  switch (format) {
  case Format::F32:
    return nullptr;
  case Format::BF16:
    return &numerics::bf16;
  case Format::F16:
    return &numerics::f16;
  case Format::E4M3:
    return &numerics::e4m3;
  case Format::E5M2:
    return &numerics::e5m2;
  case Format::UE4M4:
    return &numerics::ue4m4;
  case Format::UE5M3:
    return &numerics::ue5m3;
  }
  llvm_unreachable("every format has a specification");
}

static unsigned getWidth(const FormatSpec &spec) {
  return spec.magnitudeBits() + (spec.isSigned ? 1 : 0);
}

static float powerOfTwo(int exponent) { return std::ldexp(1.0f, exponent); }

/// The bits of the f32 2^`exponent`.
static uint32_t powerBits(int exponent) {
  return static_cast<uint32_t>(exponent + 127) << 23;
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

namespace {
/// Emits the code, an i32, of an f32.
class Encoder {
public:
  Encoder(BitsBuilder &b, const FormatSpec &spec) : b(b), spec(spec) {}

  /// `random` is null or an i32 below 2^16.
  Value encode(Value x, Value random, Overflow overflow) {
    Value bits = b.toBits(x);
    Value magnitude = b.andBits(bits, ~kSignBit);
    Value isNaN = b.above(magnitude, kInfinity);
    Value capped = b.min(magnitude, getCap(overflow));
    Value code =
        random ? roundStochastic(capped, random) : roundNearestEven(capped);
    if (spec.isSigned) {
      unsigned shift = 31 - spec.magnitudeBits();
      Value sign = b.andBits(b.shr(bits, shift), kSignBit >> shift);
      code = b.orBits(code, sign);
    } else {
      code = b.select(b.above(bits, ~kSignBit), 0u, code);
    }
    return b.select(isNaN, spec.nanCode, code);
  }

private:
  int lowBits() { return 23 - spec.mantissaBits; }
  int minExponent() { return 1 - spec.bias; }
  int quantumExponent() { return minExponent() - spec.mantissaBits; }
  /// bf16 has the subnormals of f32: one formula does for all of it.
  bool hasOwnSubnormals() { return spec.bias != 127; }

  /// The magnitude from which on all have one code: the largest finite value,
  /// or the first power of two that is infinite.
  uint32_t getCap(Overflow overflow) {
    if (overflow == Overflow::Saturate)
      return numerics::bitsOf(numerics::maxFinite(spec));
    return hasOwnSubnormals() ? powerBits(spec.bias + 1) : kInfinity;
  }

  uint32_t rebias() { return static_cast<uint32_t>(127 - spec.bias) << 23; }

  Value orSubnormal(Value magnitude, Value normal, Value subnormal) {
    return b.select(b.below(magnitude, powerBits(minExponent())), subnormal,
                    normal);
  }

  Value roundNearestEven(Value magnitude) {
    uint32_t half = (1u << (lowBits() - 1)) - 1;
    Value odd = b.andBits(b.shr(magnitude, lowBits()), 1);
    Value normal =
        b.shr(b.add(b.add(magnitude, half - rebias()), odd), lowBits());
    if (!hasOwnSubnormals())
      return normal;
    int exponent = quantumExponent() + 23;
    Value sum = b.addFloat(b.toFloat(magnitude), powerOfTwo(exponent));
    return orSubnormal(magnitude, normal,
                       b.add(b.toBits(sum), 0u - powerBits(exponent)));
  }

  /// floor(y + random * 2^-16) is (floor(y * 2^16) + random) >> 16.
  Value roundStochastic(Value magnitude, Value random) {
    int shift = lowBits() - 16;
    Value draw = shift >= 0 ? b.shl(random, shift) : b.shr(random, -shift);
    Value normal =
        b.shr(b.add(b.add(magnitude, 0u - rebias()), draw), lowBits());
    if (!hasOwnSubnormals())
      return normal;
    Value scaled =
        b.mulFloat(b.toFloat(magnitude), powerOfTwo(16 - quantumExponent()));
    // Magnitudes beyond the subnormal ones may not fit; their lanes are unused.
    Value fitting = b.select(b.below(magnitude, powerBits(minExponent())),
                             b.toBits(scaled), b.constant(0));
    Value fixed = b.integerPart(b.toFloat(fitting));
    return orSubnormal(magnitude, normal, b.shr(b.add(fixed, random), 16));
  }

  BitsBuilder &b;
  const FormatSpec &spec;
};
} // namespace

/// The code of `x`, an f32, as a value of type `to`.
static Value encode(BitsBuilder &b, Value x, const FormatSpec &spec, Type to,
                    Value random = {}, Overflow overflow = Overflow::Saturate) {
  Value code = Encoder(b, spec).encode(x, random, overflow);
  return b.narrow(to, code, getWidth(spec));
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// The f32 that `x`, a code of `spec`, stands for.
static Value decode(BitsBuilder &b, Value x, const FormatSpec &spec,
                    bool canonicalizeNaN = true) {
  Value code = b.widen(x, getWidth(spec));
  Value value;
  if (&spec == &numerics::bf16) {
    value = b.shl(code, 16);
  } else {
    // Sign and exponent go where f16 has them.
    Value bits = code;
    if (&spec != &numerics::f16) {
      bits =
          b.shl(b.andBits(code, spec.magnitudeMask()), 10 - spec.mantissaBits);
      if (spec.isSigned)
        bits = b.orBits(bits, b.shl(b.andBits(code, 0x80), 8));
    }
    Type f16 = b.type(Float16Type::get(x.getContext()));
    Value half = b.extendF16(b.narrow(f16, bits, 16));
    if (spec.bias != 15)
      half = b.mulFloat(half, powerOfTwo(15 - spec.bias));
    value = b.toBits(half);
  }
  if (canonicalizeNaN) {
    Value isNaN = b.above(b.andBits(code, spec.magnitudeMask()),
                          spec.hasInfinity() ? spec.infCode : spec.maxCode);
    value = b.select(isNaN, numerics::canonicalNaNBits, value);
  }
  return b.toFloat(value);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

static bool isScalarOrVector(Type type) {
  return !isa<ShapedType>(type) || isa<VectorType>(type);
}

namespace {

struct LowerConvert : OpRewritePattern<ConvertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConvertOp op,
                                PatternRewriter &rewriter) const override {
    if (!isScalarOrVector(op.getType()))
      return rewriter.notifyMatchFailure(op, "on a tensor");
    if (op.getRounding() == RoundingMode::StochasticHW)
      return rewriter.notifyMatchFailure(op, "the chip rounds");
    BitsBuilder b(rewriter, op.getLoc(), op.getType());
    Value x = op.getInput();
    const FormatSpec *from = getSpec(op.getInputFormat());
    const FormatSpec *to = getSpec(op.getResultFormat());
    bool isDecode = isEightBit(op.getInputFormat());
    Value wide = from ? decode(b, x, *from) : x;
    Value random = op.getRandom();
    if (random)
      random = b.widen(random, 16);
    // What an 8-bit code stands for is exact in every wide format; e5m2 has
    // infinities, which then stay.
    if (to)
      wide = encode(b, wide, *to, op.getType(), random,
                    isDecode ? Overflow::Infinity : Overflow::Saturate);
    rewriter.replaceOp(op, wide);
    return success();
  }
};

struct LowerExtF : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Format> from =
        getFormat(getElementTypeOrSelf(op.getIn().getType()));
    std::optional<Format> to = getFormat(getElementTypeOrSelf(op.getType()));
    if (!isScalarOrVector(op.getType()) || !from || !to ||
        *from == Format::F16 || *from == Format::F32)
      return rewriter.notifyMatchFailure(op, "targets lower this extension");
    BitsBuilder b(rewriter, op.getLoc(), op.getType());
    Value wide = decode(b, op.getIn(), *getSpec(*from),
                        /*canonicalizeNaN=*/*from != Format::BF16);
    if (*to != Format::F32)
      wide = encode(b, wide, *getSpec(*to), op.getType(), Value(),
                    Overflow::Infinity);
    rewriter.replaceOp(op, wide);
    return success();
  }
};

struct LowerTruncF : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Type to = getElementTypeOrSelf(op.getType());
    bool isNearest =
        op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) ==
        arith::RoundingMode::to_nearest_even;
    if (!isScalarOrVector(op.getType()) || !isNearest ||
        !isa<BFloat16Type, Float16Type>(to) ||
        !getElementTypeOrSelf(op.getIn().getType()).isF32())
      return rewriter.notifyMatchFailure(op, "targets lower this truncation");
    BitsBuilder b(rewriter, op.getLoc(), op.getType());
    rewriter.replaceOp(op, encode(b, op.getIn(), *getSpec(*getFormat(to)),
                                  op.getType(), Value(), Overflow::Infinity));
    return success();
  }
};

/// What should be there instead of `op`, or nothing if it may stay.
StringRef getSupported(Operation *op) {
  if (auto convert = dyn_cast<ConvertOp>(op))
    return convert.getRounding() == RoundingMode::StochasticHW
               ? "supported are rounding nearest_even and stochastic"
               : "supported are scalars and vectors";
  auto isCode = [](Type type) {
    return isa<Float8E4M3FNType, Float8E5M2Type>(getElementTypeOrSelf(type));
  };
  if (isa<arith::ExtFOp>(op) && isCode(op->getOperand(0).getType()))
    return "supported are extensions to f32, bf16 and f16";
  if (isa<arith::TruncFOp>(op) && isCode(op->getResult(0).getType()))
    return "arith.truncf to 8 bits does not saturate: fp8.convert does";
  return "";
}

struct ConvertFP8ToArith : fp8::impl::ConvertFP8ToArithBase<ConvertFP8ToArith> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateFP8ToArithPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    WalkResult result = getOperation()->walk([](Operation *op) {
      StringRef supported = getSupported(op);
      if (supported.empty())
        return WalkResult::advance();
      InFlightDiagnostic diag =
          op->emitError("unsupported by convert-fp8-to-arith: ")
          << op->getName() << " from " << op->getOperand(0).getType() << " to "
          << op->getResult(0).getType();
      diag.attachNote() << supported;
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace

void fp8::populateFP8ToArithPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerConvert, LowerExtF, LowerTruncF>(patterns.getContext());
}
