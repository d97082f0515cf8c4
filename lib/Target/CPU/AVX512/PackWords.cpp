//===- PackWords.cpp - truncations to 16 bits with AVX512-BW --------------===//
//
// One permutation selects the low or the high halves of the words of two
// registers. LLVM would shift, truncate each register and join the results.
//
//===----------------------------------------------------------------------===//

#include "AVX512.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct PackHalves : OpRewritePattern<arith::TruncIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncIOp op,
                                PatternRewriter &rewriter) const override {
    auto from = dyn_cast<VectorType>(op.getIn().getType());
    auto to = dyn_cast<VectorType>(op.getType());
    constexpr int64_t both = 2 * kRegisterWords;
    if (!hasRegisters(from, 2) || !from.getElementType().isInteger(32) ||
        !to.getElementType().isInteger(16))
      return rewriter.notifyMatchFailure(op, "not pairs of registers of words");
    VectorBuilder b(op.getLoc(), rewriter);
    Value words = op.getIn();
    int64_t first = 0;
    APInt count;
    auto shift = words.getDefiningOp<arith::ShRUIOp>();
    if (shift && matchPattern(shift.getRhs(), m_ConstantInt(&count)) &&
        count == 16) {
      words = shift.getLhs();
      first = 1;
    }
    SmallVector<int64_t> mask;
    for (int64_t i = 0; i < both; ++i)
      mask.push_back(2 * i + first);
    auto slice = [&](int64_t offset) {
      return b.regroup(b.slice(words, offset, kRegisterWords), both,
                       b.getI16Type());
    };
    Value result = ub::PoisonOp::create(b, to);
    for (int64_t i = 0; i < from.getNumElements(); i += both) {
      Value first = slice(i);
      Value packed = b.shuffle(first, slice(i + kRegisterWords), mask);
      result = b.insertSlice(packed, result, i);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};
} // namespace

void fp8::populatePackWordsPatterns(RewritePatternSet &patterns) {
  patterns.add<PackHalves>(patterns.getContext());
}
