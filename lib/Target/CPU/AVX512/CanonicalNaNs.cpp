//===- CanonicalNaNs.cpp - NaN canonicalization with AVX-512 --------------===//
//
// vfixupimmps classifies a number and selects it or another number, using a
// table with four bits per class. A comparison and a blend become one
// operation.
//
//===----------------------------------------------------------------------===//

#include "AVX512.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::fp8;

/// Table with four bits per class, from the lowest bits on: quiet and signaling
/// NaN, zero, one, infinities, negative and positive numbers. 0 keeps the
/// destination; 1 selects the source.
static constexpr uint32_t kNumbersStay = 0x11111100u;

namespace {
/// Matches select (x is NaN), constant, x, on floats or on their bits.
struct ReplaceNaNs : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getType());
    auto compare = op.getCondition().getDefiningOp<arith::CmpFOp>();
    Value number = op.getFalseValue();
    if (auto bits = number.getDefiningOp<arith::BitcastOp>())
      number = bits.getIn();
    if (!hasRegisters(type, 1) ||
        !getElementTypeOrSelf(number.getType()).isF32() || !compare ||
        compare.getPredicate() != arith::CmpFPredicate::UNO ||
        compare.getLhs() != compare.getRhs() || compare.getLhs() != number ||
        !matchPattern(op.getTrueValue(), m_Constant()))
      return rewriter.notifyMatchFailure(op, "not a constant in place of NaN");
    VectorBuilder b(op.getLoc(), rewriter);
    auto floats = cast<VectorType>(number.getType());
    auto as = [&](Type to, Value value) {
      return value.getType() == to ? value : b.bitcast(to, value);
    };
    Value nan = as(floats, op.getTrueValue());
    rewriter.replaceOp(op,
                       as(type, mapRegisters(b, floats, {nan, number}, fixUp)));
    return success();
  }

  static Value fixUp(VectorBuilder &b, ValueRange operands) {
    auto words = VectorType::get({kRegisterWords}, b.getI32Type());
    Value table = b.constant(words, kNumbersStay);
    Value none = b.word(0);
    Value all = b.constant(b.getI16Type(), -1);
    // Selects the rounding mode in MXCSR.
    Value rounding = b.word(4);
    return b.call("llvm.x86.avx512.mask.fixupimm.ps.512", operands[0].getType(),
                  {operands[0], operands[1], table, none, all, rounding});
  }
};
} // namespace

void fp8::populateCanonicalNaNsPatterns(RewritePatternSet &patterns) {
  patterns.add<ReplaceNaNs>(patterns.getContext());
}
