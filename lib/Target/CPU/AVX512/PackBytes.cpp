//===- PackBytes.cpp - truncations to bytes with AVX512-VBMI --------------===//
//
// A truncation to bytes selects every fourth byte of its operand, and a
// preceding shift by whole bytes only moves bytes. Together they become byte
// permutations, a few for all registers of a vector, and byte logic.
//
//===----------------------------------------------------------------------===//

#include "AVX512.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Emits byte `k` of every word of a vector.
class BytePacker {
public:
  BytePacker(OpBuilder &builder, Location loc, int64_t size)
      : b(loc, builder), size(size) {}

  Value pack(Value words, unsigned k) {
    if (Value bytes = packed.lookup({words, k}))
      return bytes;
    Value bytes = compute(words, k);
    packed[{words, k}] = bytes;
    return bytes;
  }

private:
  Value compute(Value words, unsigned k) {
    Operation *op = words.getDefiningOp();
    APInt constant;
    if (matchPattern(words, m_ConstantInt(&constant)))
      return b.constant(VectorType::get({size}, b.getI8Type()),
                        constant.extractBitsAsZExtValue(8, 8 * k));
    if (auto shift = dyn_cast_or_null<arith::ShRUIOp>(op))
      if (matchPattern(shift.getRhs(), m_ConstantInt(&constant)) &&
          constant.urem(8) == 0 && constant.ult(32 - 8 * k))
        return pack(shift.getLhs(), k + constant.getZExtValue() / 8);
    auto operand = [&](unsigned i) { return pack(op->getOperand(i), k); };
    if (isa_and_nonnull<arith::AndIOp, arith::OrIOp>(op)) {
      Value first = operand(0), second = operand(1);
      return isa<arith::AndIOp>(op) ? b.andBits(first, second)
                                    : b.orBits(first, second);
    }
    if (isa_and_nonnull<arith::SelectOp>(op)) {
      Value first = operand(1);
      return b.select(op->getOperand(0), first, operand(2));
    }
    return permute(words, k);
  }

  /// Selects bytes with permutations, which take two registers each: first
  /// pairs of registers, then pairs of their results.
  Value permute(Value words, unsigned k) {
    SmallVector<Value> parts;
    for (int64_t i = 0; i < size; i += kRegisterWords)
      parts.push_back(b.regroup(b.slice(words, i, kRegisterWords),
                                4 * kRegisterWords, b.getI8Type()));
    for (int64_t step = 4, first = k; parts.size() > 1; step = 1, first = 0) {
      int64_t count = cast<VectorType>(parts[0].getType()).getNumElements();
      SmallVector<int64_t> mask;
      for (int64_t i = first; i < 2 * count; i += step)
        mask.push_back(i);
      SmallVector<Value> next;
      for (size_t i = 0; i < parts.size(); i += 2)
        next.push_back(b.shuffle(parts[i], parts[i + 1], mask));
      parts = std::move(next);
    }
    return parts[0];
  }

  VectorBuilder b;
  int64_t size;
  /// The results of `pack`. Without them, the time would be exponential in the
  /// number of ops.
  llvm::DenseMap<std::pair<Value, unsigned>, Value> packed;
};

struct PackTruncation : OpRewritePattern<arith::TruncIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncIOp op,
                                PatternRewriter &rewriter) const override {
    auto from = dyn_cast<VectorType>(op.getIn().getType());
    auto to = dyn_cast<VectorType>(op.getType());
    if (!hasRegisters(from, 2) || !from.getElementType().isInteger(32) ||
        !to.getElementType().isInteger(8) ||
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
