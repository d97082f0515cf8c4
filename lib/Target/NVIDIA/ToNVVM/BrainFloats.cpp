//===- BrainFloats.cpp - f32 to bf16 conversions on a GPU -----------------===//
//
// cvt packs two f32 into a word of two bf16 with one rounding, saturated if
// requested. Its NaN is 0x7FFF, the largest of all codes as signed numbers. A
// signed minimum with the declared NaN therefore suffices to canonicalize it.
//
// A single f32 becomes the high half of a word, whose low half is zero: the
// word has the bits of the rounded f32.
//
// In the other direction, each half of a word takes one operation. A NaN needs
// no extra operation if only arithmetic reads it, because arithmetic
// canonicalizes NaN.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Words.h"
#include "fp8/IR/FP8.h"
#include "fp8/Numerics/Formats.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns true for vectors of whole words, up to a length that LLVM splits
/// quickly.
static bool isOfPairs(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() == 1 && !vector.isScalable() &&
         vector.getNumElements() % 2 == 0 &&
         vector.getNumElements() <= kMaxConverted;
}

/// Returns true for a float and for a vector of one float.
static bool isSingle(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? !vector.isScalable() && vector.getRank() == 1 &&
                      vector.getNumElements() == 1
                : isa<FloatType>(type);
}

/// Returns a word with the bf16 of `high` in its high half, and of `low` in its
/// low half. A NaN is 0x7FFF.
static Value encodeWord(VectorBuilder &b, Value high, Value low,
                        bool saturates) {
  StringRef name =
      saturates ? "llvm.nvvm.ff2bf16x2.rn.satfinite" : "llvm.nvvm.ff2bf16x2.rn";
  Value both = b.call(name, VectorType::get({2}, b.getBF16Type()), {high, low});
  return LLVM::BitcastOp::create(b, b.getI32Type(), both);
}

/// Returns the bf16 of one f32 as an integer, or a vector of one integer.
static Value encodeSingle(VectorBuilder &b, Value x, bool saturates) {
  bool isVector = isa<VectorType>(x.getType());
  if (isVector)
    x = b.extract(x, 0);
  Value word = encodeWord(b, x, b.number(0), saturates);
  word = arith::MinSIOp::create(b, word,
                                b.word(uint32_t(numerics::bf16.nanCode) << 16));
  Value code = arith::TruncIOp::create(b, b.getI16Type(), b.shr(word, 16));
  return isVector ? b.fromElements(code) : code;
}

static Value encodePairs(VectorBuilder &b, Value x, bool saturates) {
  int64_t size = cast<VectorType>(x.getType()).getNumElements();
  SmallVector<Value> words;
  for (int64_t i = 0; i < size; i += 2) {
    Value low = b.extract(x, i), high = b.extract(x, i + 1);
    words.push_back(encodeWord(b, high, low, saturates));
  }
  Value codes = b.regroup(b.fromElements(words), size, b.getI16Type());
  return arith::MinSIOp::create(
      b, codes, b.constant(codes.getType(), numerics::bf16.nanCode));
}

/// Emits the bf16 of `x`, an f32 for which isSingle() or isOfPairs() holds.
static Value encode(VectorBuilder &b, Value x, bool saturates) {
  Value codes = isSingle(x.getType()) ? encodeSingle(b, x, saturates)
                                      : encodePairs(b, x, saturates);
  return b.bitcast(b.getBF16Type(), codes);
}

static Value decode(VectorBuilder &b, Value x, bool canonicalizeNaN) {
  int64_t size = cast<VectorType>(x.getType()).getNumElements();
  Value both =
      b.regroup(b.bitcast(b.getI16Type(), x), size / 2, b.getI32Type());
  Value low = b.shl(both, 16), high = b.andBits(both, 0xFFFF0000u);
  Value bits = vector::InterleaveOp::create(b, low, high);
  Value wide = b.toFloat(bits);
  if (!canonicalizeNaN)
    return wide;
  Value isNaN = b.isNaN(wide);
  Value nan = b.toFloat(b.constant(bits.getType(), numerics::canonicalNaNBits));
  return b.select(isNaN, nan, wide);
}

namespace {
struct LowerBF16Convert : OpRewritePattern<ConvertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConvertOp op,
                                PatternRewriter &rewriter) const override {
    bool isEncode = op.getInputFormat() == Format::F32 &&
                    op.getResultFormat() == Format::BF16;
    bool isDecode = op.getInputFormat() == Format::BF16 &&
                    op.getResultFormat() == Format::F32;
    bool isFitting = isOfPairs(op.getType()) ||
                     (isEncode && isSingle(op.getInput().getType()));
    if (!(isEncode || isDecode) || !isFitting ||
        op.getRounding() != RoundingMode::NearestEven)
      return rewriter.notifyMatchFailure(op,
                                         "not f32 and bf16 in pairs or alone");
    VectorBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(
        op, isEncode ? encode(b, op.getInput(), /*saturates=*/true)
                     : decode(b, op.getInput(), !hidesNaNs(op.getResult())));
    return success();
  }
};

/// Lowers arith.truncf. Values that are too large become infinity, and a NaN
/// becomes any NaN.
struct LowerBF16TruncF : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    bool isNearest =
        op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) ==
        arith::RoundingMode::to_nearest_even;
    if (!isNearest || !(isOfPairs(op.getType()) || isSingle(op.getType())) ||
        !getElementTypeOrSelf(op.getType()).isBF16() ||
        !getElementTypeOrSelf(op.getIn().getType()).isF32())
      return rewriter.notifyMatchFailure(op, "not f32 to bf16");
    VectorBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, encode(b, op.getIn(), /*saturates=*/false));
    return success();
  }
};

struct LowerBF16ExtF : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    if (!isOfPairs(op.getType()) ||
        !getElementTypeOrSelf(op.getIn().getType()).isBF16() ||
        !getElementTypeOrSelf(op.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "not pairs of bf16 to f32");
    VectorBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, decode(b, op.getIn(), /*canonicalizeNaN=*/false));
    return success();
  }
};
} // namespace

void fp8::populateBF16Patterns(RewritePatternSet &patterns) {
  patterns.add<LowerBF16Convert, LowerBF16TruncF, LowerBF16ExtF>(
      patterns.getContext());
}
