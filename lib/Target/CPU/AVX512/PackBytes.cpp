//===- PackBytes.cpp - truncations to bytes with AVX512-VBMI --------------===//
//
// A truncation to bytes selects every fourth byte of its operand, and a
// preceding shift by whole bytes only moves bytes. Together they become byte
// permutations, a few for all registers of a vector, and byte logic.
//
//===----------------------------------------------------------------------===//

#include "AVX512.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Emits byte `k` of every word of a vector.
class BytePacker {
public:
  BytePacker(OpBuilder &builder, Location loc, int64_t size)
      : b(loc, builder), size(size) {}

  Value pack(Value words, unsigned k) {
    Operation *op = words.getDefiningOp();
    APInt constant;
    if (matchPattern(words, m_ConstantInt(&constant)))
      return splat(constant.extractBitsAsZExtValue(8, 8 * k));
    if (auto shift = dyn_cast_or_null<arith::ShRUIOp>(op))
      if (matchPattern(shift.getRhs(), m_ConstantInt(&constant)) &&
          constant.urem(8) == 0 && constant.ult(32 - 8 * k))
        return pack(shift.getLhs(), k + constant.getZExtValue() / 8);
    if (auto both = dyn_cast_or_null<arith::AndIOp>(op))
      return arith::AndIOp::create(b, pack(both.getLhs(), k),
                                   pack(both.getRhs(), k));
    if (auto any = dyn_cast_or_null<arith::OrIOp>(op))
      return arith::OrIOp::create(b, pack(any.getLhs(), k),
                                  pack(any.getRhs(), k));
    if (auto select = dyn_cast_or_null<arith::SelectOp>(op))
      return arith::SelectOp::create(b, select.getCondition(),
                                     pack(select.getTrueValue(), k),
                                     pack(select.getFalseValue(), k));
    return permute(words, k);
  }

private:
  Value splat(uint64_t byte) {
    auto type = VectorType::get({size}, b.getI8Type());
    return arith::ConstantOp::create(
        b, SplatElementsAttr::get(type, APInt(8, byte)));
  }

  /// Selects bytes with permutations, which take two registers each: first
  /// pairs of registers, then pairs of their results.
  Value permute(Value words, unsigned k) {
    SmallVector<Value> parts;
    auto bytes = VectorType::get({4 * kRegisterWords}, b.getI8Type());
    for (int64_t i = 0; i < size; i += kRegisterWords)
      parts.push_back(vector::BitCastOp::create(
          b, bytes,
          vector::ExtractStridedSliceOp::create(
              b, words, ArrayRef<int64_t>{i}, ArrayRef<int64_t>{kRegisterWords},
              ArrayRef<int64_t>{1})));
    for (int64_t step = 4, first = k; parts.size() > 1; step = 1, first = 0) {
      int64_t count = cast<VectorType>(parts[0].getType()).getNumElements();
      SmallVector<int64_t> mask;
      for (int64_t i = first; i < 2 * count; i += step)
        mask.push_back(i);
      SmallVector<Value> next;
      for (size_t i = 0; i < parts.size(); i += 2)
        next.push_back(
            vector::ShuffleOp::create(b, parts[i], parts[i + 1], mask));
      parts = std::move(next);
    }
    return parts[0];
  }

  ImplicitLocOpBuilder b;
  int64_t size;
};

struct PackTruncation : OpRewritePattern<arith::TruncIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncIOp op,
                                PatternRewriter &rewriter) const override {
    auto from = dyn_cast<VectorType>(op.getIn().getType());
    auto to = dyn_cast<VectorType>(op.getType());
    if (!from || from.getRank() != 1 || from.isScalable() ||
        !from.getElementType().isInteger(32) ||
        !to.getElementType().isInteger(8) ||
        from.getNumElements() < 2 * kRegisterWords ||
        !llvm::isPowerOf2_64(from.getNumElements()))
      return rewriter.notifyMatchFailure(op, "not several registers of words");
    BytePacker packer(rewriter, op.getLoc(), from.getNumElements());
    rewriter.replaceOp(op, packer.pack(op.getIn(), 0));
    return success();
  }
};
} // namespace

void fp8::populatePackBytesPatterns(RewritePatternSet &patterns) {
  patterns.add<PackTruncation>(patterns.getContext());
}
