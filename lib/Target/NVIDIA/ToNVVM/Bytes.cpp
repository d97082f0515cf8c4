//===- Bytes.cpp - bytes and the wider elements decoded from them ---------===//
//
// LLVM extends and truncates vectors of bytes one element at a time. A byte
// permutation handles two or four bytes at once, with their signs, and can
// replace a shift.
//
// A ue4m4 code is an f16 except for its 4-bit exponent. An arithmetic shift
// turns the 16 bits of an e4m11 into an f32, except for the exponent and for
// copies of the sign. Multiplying by a power of two corrects the exponents,
// also of subnormal numbers. One test checks all elements for NaN.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Words.h"
#include "fp8/IR/FP8.h"
#include "fp8/Numerics/Formats.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static bool isOf(Type type, unsigned width) {
  return isShortVector(type, 4) &&
         cast<VectorType>(type).getElementType().isInteger(width);
}

/// Extends each word of bytes to two words of halves. `selectors` select the
/// low two bytes and the high two bytes.
static Value widen(WordBuilder &b, Value bytes, VectorType type,
                   std::array<uint32_t, 2> selectors) {
  SmallVector<Value> halves;
  Value zero = b.word(0);
  for (Value word : b.toWords(bytes))
    for (uint32_t selector : selectors)
      halves.push_back(b.permute(word, zero, selector));
  return b.fromWords(halves, type);
}

static constexpr std::array<uint32_t, 2> kLowBytes = {0x4140, 0x4342};
static constexpr std::array<uint32_t, 2> kHighBytes = {0x1404, 0x3424};
static constexpr std::array<uint32_t, 2> kSignedBytes = {0x9180, 0xB3A2};

/// Returns x if `value` is x shifted left (or right) by 8.
template <typename Shift>
static Value matchShiftByByte(Value value) {
  auto shift = value.getDefiningOp<Shift>();
  if (!shift)
    return {};
  Value count = shift.getRhs();
  if (auto broadcast = count.getDefiningOp<vector::BroadcastOp>())
    count = broadcast.getSource();
  APInt number;
  if (!matchPattern(count, m_ConstantInt(&number)) || number != 8)
    return {};
  return shift.getLhs();
}

static bool isShiftByByte(Operation *op) {
  return isa<arith::ShLIOp>(op) &&
         matchShiftByByte<arith::ShLIOp>(op->getResult(0));
}

namespace {
struct ShiftBytes : OpRewritePattern<arith::ShLIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ShLIOp op,
                                PatternRewriter &rewriter) const override {
    Value shifted = matchShiftByByte<arith::ShLIOp>(op.getResult());
    auto extension =
        shifted ? shifted.getDefiningOp<arith::ExtUIOp>() : nullptr;
    if (!extension || !isOf(op.getType(), 16) ||
        !isOf(extension.getIn().getType(), 8))
      return rewriter.notifyMatchFailure(op, "not bytes to high bytes");
    WordBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, widen(b, extension.getIn(),
                                 cast<VectorType>(op.getType()), kHighBytes));
    return success();
  }
};

template <typename Extension>
struct ExtendBytes : OpRewritePattern<Extension> {
  using OpRewritePattern<Extension>::OpRewritePattern;

  LogicalResult matchAndRewrite(Extension op,
                                PatternRewriter &rewriter) const override {
    if (!isOf(op.getType(), 16) || !isOf(op.getIn().getType(), 8))
      return rewriter.notifyMatchFailure(op, "not bytes to halves");
    constexpr bool isSigned = std::is_same_v<Extension, arith::ExtSIOp>;
    if (!isSigned && llvm::all_of(op->getUsers(), isShiftByByte))
      return rewriter.notifyMatchFailure(op, "shifts take the bytes");
    WordBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, widen(b, op.getIn(), cast<VectorType>(op.getType()),
                                 isSigned ? kSignedBytes : kLowBytes));
    return success();
  }
};

struct TruncateToBytes : OpRewritePattern<arith::TruncIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncIOp op,
                                PatternRewriter &rewriter) const override {
    if (!isOf(op.getType(), 8) || !isOf(op.getIn().getType(), 16))
      return rewriter.notifyMatchFailure(op, "not halves to bytes");
    WordBuilder b(op.getLoc(), rewriter);
    Value high = matchShiftByByte<arith::ShRUIOp>(op.getIn());
    SmallVector<Value> halves = b.toWords(high ? high : op.getIn()), words;
    for (size_t i = 0; i < halves.size(); i += 2)
      words.push_back(
          b.permute(halves[i], halves[i + 1], high ? 0x7531 : 0x6420));
    rewriter.replaceOp(op, b.fromWords(words, cast<VectorType>(op.getType())));
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Returns `wide`, with the canonical NaN for each element whose code is NaN:
/// `codes` & `mask` exceeds `maxMagnitude`.
static Value restoreNaNs(WordBuilder &b, Value wide, Value codes,
                         uint32_t maxMagnitude, uint32_t mask) {
  Value isNaN = b.above(b.andBits(codes, mask), maxMagnitude);
  Type words = withElementType(wide.getType(), b.getI32Type());
  Value nan = b.toFloat(b.constant(words, numerics::canonicalNaNBits));
  return b.select(isNaN, nan, wide);
}

namespace {

struct DecodeUE4M4 : OpRewritePattern<ConvertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConvertOp op,
                                PatternRewriter &rewriter) const override {
    Value codes = op.getInput();
    if (op.getInputFormat() != Format::UE4M4 ||
        op.getResultFormat() != Format::F32 || !isOf(codes.getType(), 8))
      return rewriter.notifyMatchFailure(op, "not words of ue4m4 to f32");
    WordBuilder b(op.getLoc(), rewriter);
    auto type = cast<VectorType>(op.getType());
    auto halves = type.clone(b.getI16Type());
    SmallVector<Value> words;
    for (Value word : b.toWords(widen(b, codes, halves, kHighBytes)))
      words.push_back(b.shr(word, 2));
    // The exponent bias of f16 exceeds the bias of ue4m4 by 8.
    Value scaled = b.fromWords(words, type.clone(b.getF16Type()));
    Value wide = b.extendFloat(b.mul(scaled, 256.0f));
    // A byte is 0xFF if its complement minus one is negative, which the top bit
    // shows. A borrow can only change bytes above the first 0xFF.
    SmallVector<Value> full;
    for (Value word : b.toWords(codes))
      full.push_back(b.andBits(
          b.andBits(b.sub(b.word(0xFEFEFEFEu), word), word), 0x80808080u));
    Value isNaN = b.compare(arith::CmpIPredicate::ne, b.any(full), 0);
    rewriter.replaceOp(op, b.correctRarely(isNaN, wide, [&](Value some) {
      return restoreNaNs(b, some, codes, numerics::ue4m4.maxCode, 0xFF);
    }));
    return success();
  }
};

struct DecodeE4M11 : OpRewritePattern<ConvertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConvertOp op,
                                PatternRewriter &rewriter) const override {
    Value codes = op.getInput();
    if (op.getInputFormat() != Format::E4M11 ||
        op.getResultFormat() != Format::F32 ||
        !isShortVector(codes.getType(), 2) ||
        !cast<VectorType>(codes.getType()).getElementType().isInteger(16))
      return rewriter.notifyMatchFailure(op, "not pairs of e4m11 to f32");
    const numerics::FormatSpec &spec = numerics::e4m11;
    WordBuilder b(op.getLoc(), rewriter);
    SmallVector<Value> elements, tooLarge;
    Value largest = b.number(numerics::maxFinite(spec));
    int up = 23 - spec.mantissaBits;
    auto decode = [&](Value bits) {
      bits = b.andBits(bits, 0x80000000u | spec.magnitudeMask() << up);
      Value element = b.mul(b.toFloat(bits), std::ldexp(1.0f, 127 - spec.bias));
      elements.push_back(element);
      tooLarge.push_back(b.above(b.abs(element), largest));
    };
    for (Value pair : b.toWords(codes)) {
      Value low = b.permute(pair, pair, 0x9910);
      decode(b.shl(low, up));
      decode(arith::ShRSIOp::create(b, pair, b.word(16 - up)));
    }
    Value wide = b.fromElements(elements);
    rewriter.replaceOp(op,
                       b.correctRarely(b.any(tooLarge), wide, [&](Value some) {
                         return restoreNaNs(b, some, codes, spec.maxCode,
                                            spec.magnitudeMask());
                       }));
    return success();
  }
};
} // namespace

void fp8::populateBytePatterns(RewritePatternSet &patterns) {
  patterns.add<DecodeE4M11, DecodeUE4M4, ExtendBytes<arith::ExtSIOp>,
               ExtendBytes<arith::ExtUIOp>, ShiftBytes, TruncateToBytes>(
      patterns.getContext());
}
