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
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

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

/// Returns true for a float and for a vector of one.
static bool isSingle(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? !vector.isScalable() && vector.getRank() == 1 &&
                      vector.getNumElements() == 1
                : isa<FloatType>(type);
}

/// Returns a word with the bf16 of `high` in its high half, and of `low` in its
/// low half. A NaN is 0x7FFF.
static Value encodeWord(WordBuilder &b, Value high, Value low, bool saturates) {
  StringRef name =
      saturates ? "llvm.nvvm.ff2bf16x2.rn.satfinite" : "llvm.nvvm.ff2bf16x2.rn";
  Value both = b.call(name, VectorType::get({2}, b.getBF16Type()), {high, low});
  return LLVM::BitcastOp::create(b, b.getI32Type(), both);
}

/// Returns the bf16 of one f32 as an integer, or a vector of one integer.
static Value encodeSingle(WordBuilder &b, Value x, bool saturates) {
  Type codes = b.getI16Type();
  if (auto type = dyn_cast<VectorType>(x.getType())) {
    codes = type.clone(codes);
    x = vector::ExtractOp::create(b, x, 0);
  }
  Value word = encodeWord(b, x, b.number(0), saturates);
  word = arith::MinSIOp::create(b, word,
                                b.word(uint32_t(numerics::bf16.nanCode) << 16));
  Value code = arith::TruncIOp::create(
      b, b.getI16Type(), arith::ShRUIOp::create(b, word, b.word(16)));
  if (isa<VectorType>(codes))
    code = vector::FromElementsOp::create(b, codes, code);
  return code;
}

static Value encodePairs(WordBuilder &b, Value x, bool saturates) {
  auto type = cast<VectorType>(x.getType());
  int64_t size = type.getNumElements();
  SmallVector<Value> words;
  for (int64_t i = 0; i < size; i += 2) {
    Value low = vector::ExtractOp::create(b, x, i);
    Value high = vector::ExtractOp::create(b, x, i + 1);
    words.push_back(encodeWord(b, high, low, saturates));
  }
  Value all = vector::FromElementsOp::create(
      b, VectorType::get({size / 2}, b.getI32Type()), words);
  Value codes = vector::BitCastOp::create(b, type.clone(b.getI16Type()), all);
  return arith::MinSIOp::create(b, codes,
                                makeSplat(b, type, 16, numerics::bf16.nanCode));
}

/// Emits the bf16 of `x`, an f32 for which isSingle() or isOfPairs() holds.
static Value encode(WordBuilder &b, Value x, bool saturates) {
  Value codes = isSingle(x.getType()) ? encodeSingle(b, x, saturates)
                                      : encodePairs(b, x, saturates);
  Type type = b.getBF16Type();
  if (auto vector = dyn_cast<VectorType>(x.getType()))
    type = vector.clone(type);
  return arith::BitcastOp::create(b, type, codes);
}

static Value decode(ImplicitLocOpBuilder &b, Value x, bool canonicalizeNaN) {
  auto type = cast<VectorType>(x.getType());
  auto words = VectorType::get({type.getNumElements() / 2}, b.getI32Type());
  Value both = vector::BitCastOp::create(
      b, words, arith::BitcastOp::create(b, type.clone(b.getI16Type()), x));
  Value low = arith::ShLIOp::create(b, both, makeSplat(b, words, 32, 16));
  Value high =
      arith::AndIOp::create(b, both, makeSplat(b, words, 32, 0xFFFF0000u));
  Value wide =
      arith::BitcastOp::create(b, type.clone(b.getF32Type()),
                               vector::InterleaveOp::create(b, low, high));
  if (!canonicalizeNaN)
    return wide;
  Value isNaN = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, wide, wide);
  Value nan = arith::BitcastOp::create(
      b, wide.getType(), makeSplat(b, type, 32, numerics::canonicalNaNBits));
  return arith::SelectOp::create(b, isNaN, nan, wide);
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
      return rewriter.notifyMatchFailure(op, "not pairs of f32 and bf16");
    WordBuilder b(op.getLoc(), rewriter);
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
    WordBuilder b(op.getLoc(), rewriter);
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
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, decode(b, op.getIn(), /*canonicalizeNaN=*/false));
    return success();
  }
};
} // namespace

void fp8::populateBF16Patterns(RewritePatternSet &patterns) {
  patterns.add<LowerBF16Convert, LowerBF16TruncF, LowerBF16ExtF>(
      patterns.getContext());
}
