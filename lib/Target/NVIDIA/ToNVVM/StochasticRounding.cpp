//===- StochasticRounding.cpp - stochastic rounding on a GPU --------------===//
//
// If y is in fixed point, floor(y + random * 2^-16) is one integer addition to
// the fraction bits, and the code is above these bits. A multiplication,
// rounded toward zero, by a power of two converts to fixed point, for normal
// and subnormal results: it maps the smallest normal number of the format to
// the smallest normal f32. The bits of the product are a code followed by 23 -
// m fraction bits. If there are fewer than 16 fraction bits, as for e4m11, the
// missing bits of subnormal results are computed from the remainder of a larger
// multiple.
//
// dp2a multiplies each half of a word by a byte and adds both products. In one
// operation, it extracts random bits from their word, shifts them and adds
// them. The codes are then in the high halves and are packed from there.
//
// bf16 is the high half of f32, so the random bits only have to be added.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Words.h"
#include "fp8/IR/Assumptions.h"
#include "fp8/IR/FP8.h"
#include "fp8/Numerics/Formats.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using numerics::FormatSpec;

static constexpr int kDrawBits = 16;
/// Selects the high halves of two words.
static constexpr uint32_t kHighHalves = 0x7632;

namespace {
/// Emits the codes of a vector of f32 without NaN, in words.
class StochasticEncoder {
public:
  StochasticEncoder(WordBuilder &b, const FormatSpec &spec)
      : b(b), spec(spec), isBF16(&spec == &numerics::bf16) {}

  static bool supports(const FormatSpec &spec) {
    return &spec == &numerics::bf16 || &spec == &numerics::e4m11 ||
           (spec.magnitudeBits() + spec.isSigned == 8 && spec.maxCode > 0 &&
            spec.mantissaBits > 0);
  }

  /// Returns the number of elements that fill a word.
  int64_t getPerWord() const { return isHalf() ? 2 : 4; }

  SmallVector<Value> encode(ArrayRef<Value> x, ArrayRef<Value> draws) {
    SmallVector<Value> halves;
    for (size_t i = 0; i < x.size(); i += 2)
      halves.push_back(clampHalves(
          b.permute(addDraw(x[i], draws[i / 2], false),
                    addDraw(x[i + 1], draws[i / 2], true), kHighHalves)));
    if (isBF16)
      return halves;
    SmallVector<Value> words;
    if (isHalf()) {
      for (auto [i, codes] : llvm::enumerate(halves)) {
        Value signs =
            b.permute(b.toBits(x[2 * i]), b.toBits(x[2 * i + 1]), kHighHalves);
        words.push_back(b.orBits(codes, b.andBits(signs, 0x80008000u)));
      }
      return words;
    }
    for (size_t i = 0; i < halves.size(); i += 2) {
      Value codes =
          b.permute(shiftDown(halves[i]), shiftDown(halves[i + 1]), 0x6420);
      if (spec.isSigned)
        codes = b.orBits(codes, takeSigns(x.slice(2 * i, 4)));
      words.push_back(codes);
    }
    return words;
  }

private:
  bool isHalf() const {
    return isBF16 || spec.magnitudeBits() + spec.isSigned == 16;
  }
  int lowBits() const { return 23 - spec.mantissaBits; }
  /// Returns the offset of codes from the low end of the high halves, in bits.
  int getShift() const {
    return isBF16 ? 0 : std::max(lowBits() - kDrawBits, 0);
  }

  Value multiplyTowardZero(Value x, int exponent) {
    return b.call("llvm.nvvm.mul.rz.f", b.getF32Type(),
                  {x, b.number(std::ldexp(1.0f, exponent))});
  }

  /// Clamps a pair of codes with their fractions. Larger numbers are larger
  /// integers. In an unsigned format, negative numbers and -0 are negative
  /// integers.
  Value clampHalves(Value halves) {
    if (isHalf())
      return halves;
    Value pair = b.regroup(b.fromElements(halves), 2, b.getI16Type());
    auto splat = [&](uint32_t bits) {
      return b.constant(pair.getType(), bits);
    };
    uint32_t largest = ((spec.maxCode + 1) << getShift()) - 1;
    pair = arith::MinSIOp::create(b, pair, splat(largest));
    if (!spec.isSigned)
      pair = arith::MaxSIOp::create(b, pair, splat(0));
    return b.extract(b.regroup(pair, 1, b.getI32Type()), 0);
  }

  /// Returns the code followed by at least 16 fraction bits. Infinity becomes
  /// the largest number, so that adding random bits does not make it negative.
  Value toFixedPoint(Value x) {
    if (isBF16)
      return b.toBits(x);
    if (spec.isSigned)
      x = b.abs(x);
    int exponent = spec.bias - 127;
    int missing = kDrawBits - lowBits();
    if (missing <= 0)
      return b.toBits(multiplyTowardZero(x, exponent));
    x = arith::MinNumFOp::create(b, x, b.number(numerics::maxFinite(spec)));
    // The multiple is exact, unless it is truncated at the same 16 bits.
    Value multiple = multiplyTowardZero(x, exponent + missing);
    Value whole = multiplyTowardZero(multiple, -missing);
    Value rest = b.fma(whole, -std::ldexp(1.0f, missing), multiple);
    return b.add(b.shl(b.toBits(whole), missing), b.toBits(rest));
  }

  Value addDraw(Value x, Value draws, bool isHigh) {
    uint32_t factor = 1u << getShift();
    Value isUpper = b.boolean(false);
    return b.call("llvm.nvvm.idp2a.u.u", b.getI32Type(),
                  {draws, b.word(isHigh ? factor << 8 : factor), isUpper,
                   toFixedPoint(x)});
  }

  Value shiftDown(Value halves) { return b.shr(halves, getShift()); }

  Value takeSigns(ArrayRef<Value> x) {
    auto takeTop = [&](Value first, Value second) {
      return b.permute(b.toBits(first), b.toBits(second), 0x0073);
    };
    Value tops = b.permute(takeTop(x[0], x[1]), takeTop(x[2], x[3]), 0x5410);
    return b.andBits(tops, 0x80808080u);
  }

  WordBuilder &b;
  const FormatSpec &spec;
  bool isBF16;
};

} // namespace

/// Returns an i1 that is true if an element is NaN or, for bf16, too large.
static Value isOutOfReach(WordBuilder &b, ArrayRef<Value> x, bool isBF16) {
  SmallVector<Value> conditions;
  if (isBF16) {
    Value largest = b.number(numerics::maxFinite(numerics::bf16));
    for (Value element : x)
      conditions.push_back(
          b.compare(arith::CmpFPredicate::UGE, b.abs(element), largest));
  } else {
    for (size_t i = 0; i < x.size(); i += 2)
      conditions.push_back(
          b.compare(arith::CmpFPredicate::UNO, x[i], x[i + 1]));
  }
  return b.any(conditions);
}

/// Returns `codes`, which were encoded without tests, with the codes of special
/// elements of `x` corrected.
static Value correctCodes(WordBuilder &b, Value x, Value codes,
                          const FormatSpec &spec) {
  if (&spec == &numerics::bf16) {
    Value isInfinite = b.equal(b.andBits(codes, 0x7FFF), spec.infCode);
    codes = b.select(isInfinite, b.sub(codes, 1), codes);
  }
  return b.select(b.isNaN(x), spec.nanCode, codes);
}

namespace {

struct EncodeStochastically : OpRewritePattern<ConvertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConvertOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getRounding() != RoundingMode::Stochastic ||
        op.getInputFormat() != Format::F32 || !isShortVector(op.getType(), 2))
      return rewriter.notifyMatchFailure(op, "not pairs with draws");
    const FormatSpec &spec = *getFormatSpec(op.getResultFormat());
    auto type = cast<VectorType>(op.getType());
    WordBuilder b(op.getLoc(), rewriter);
    StochasticEncoder encoder(b, spec);
    if (!StochasticEncoder::supports(spec) ||
        type.getNumElements() % encoder.getPerWord() != 0)
      return rewriter.notifyMatchFailure(op, "not words of codes");
    unsigned width = 32 / encoder.getPerWord();
    if (type.getElementTypeBitWidth() != width)
      return rewriter.notifyMatchFailure(op, "codes in wider integers");
    SmallVector<Value> x = b.toElements(op.getInput());
    auto integers = type.clone(b.getIntegerType(width));
    Value codes =
        b.fromWords(encoder.encode(x, b.toWords(op.getRandom())), integers);
    bool isBF16 = &spec == &numerics::bf16;
    if (isBF16 || getAssumption(op) == Assumption::None)
      codes =
          b.correctRarely(isOutOfReach(b, x, isBF16), codes, [&](Value some) {
            return correctCodes(b, op.getInput(), some, spec);
          });
    if (type != integers)
      codes = b.bitcast(type, codes);
    rewriter.replaceOp(op, codes);
    return success();
  }
};
} // namespace

void fp8::populateStochasticRoundingPatterns(RewritePatternSet &patterns) {
  patterns.add<EncodeStochastically>(patterns.getContext());
}
