//===- ScalePowers.cpp - multiplications by powers of two with AVX-512 ----===//
//
// The expansions of the exponential functions end with y * 2^n, as two
// multiplications by powers of two that are built from integers. Only the last
// multiplication rounds. vscalefps computes the same result, so nine operations
// become one.
//
//===----------------------------------------------------------------------===//

#include "AVX512.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::fp8;

/// The bits of 1.5 * 2^23. Adding this number rounds to an integer and leaves
/// the integer in the low bits.
static constexpr uint32_t kMagicBits = 0x4B400000u;

/// Returns x if `value` is Op(x, constant).
template <typename Op>
static Value matchConstantOf(Value value, uint64_t constant) {
  auto op = value.getDefiningOp<Op>();
  APInt bits;
  if (!op || !matchPattern(op->getOperand(1), m_ConstantInt(&bits)) ||
      bits.getZExtValue() != constant)
    return {};
  return op->getOperand(0);
}

/// Returns e if `value` is the f32 2^e, built from a biased exponent.
static Value matchPowerOfTwo(Value value) {
  auto cast = value.getDefiningOp<arith::BitcastOp>();
  if (!cast)
    return {};
  Value biased = matchConstantOf<arith::ShLIOp>(cast.getIn(), 23);
  return biased ? matchConstantOf<arith::AddIOp>(biased, 127) : Value();
}

/// Returns the integer `n` as an f32. If `n` was extracted from a rounded
/// float, returns that float.
static Value asFloat(ImplicitLocOpBuilder &b, Value n, Type type) {
  auto sum = matchConstantOf<arith::SubIOp>(n, kMagicBits);
  auto cast = sum ? sum.getDefiningOp<arith::BitcastOp>() : nullptr;
  if (cast && cast.getIn().getType() == type)
    for (Operation *user : cast.getIn().getUsers()) {
      auto rounded = dyn_cast<arith::SubFOp>(user);
      APFloat magic(0.0f);
      if (rounded && matchPattern(rounded.getRhs(), m_ConstantFloat(&magic)) &&
          magic.bitcastToAPInt() == kMagicBits &&
          rounded->getBlock() == n.getDefiningOp()->getBlock() &&
          rounded->isBeforeInBlock(&*b.getInsertionPoint()))
        return rounded;
    }
  return arith::SIToFPOp::create(b, type, n);
}

namespace {
struct ScaleByPowerOfTwo : OpRewritePattern<arith::MulFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::MulFOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getType());
    if (!hasRegisters(type, 1) || !type.getElementType().isF32())
      return rewriter.notifyMatchFailure(op, "not whole registers of f32");
    auto first = op.getLhs().getDefiningOp<arith::MulFOp>();
    Value rest = matchPowerOfTwo(op.getRhs());
    Value half = first ? matchPowerOfTwo(first.getRhs()) : Value();
    if (!rest || !half)
      return rewriter.notifyMatchFailure(op, "not two powers of two");
    Value exponent = matchConstantOf<arith::ShRSIOp>(half, 1);
    auto difference = rest.getDefiningOp<arith::SubIOp>();
    if (!exponent || !difference || difference.getLhs() != exponent ||
        difference.getRhs() != half)
      return rewriter.notifyMatchFailure(op, "not the halves of an exponent");
    VectorBuilder b(op.getLoc(), rewriter);
    Value n = asFloat(b, exponent, type);
    rewriter.replaceOp(op, mapRegisters(b, type, {first.getLhs(), n}, scale));
    return success();
  }

  static Value scale(VectorBuilder &b, ValueRange operands) {
    Value all = b.constant(b.getI16Type(), -1);
    // Selects the rounding mode in MXCSR, which is to nearest even.
    Value rounding = b.word(4);
    return b.call("llvm.x86.avx512.mask.scalef.ps.512", operands[0].getType(),
                  {operands[0], operands[1], operands[0], all, rounding});
  }
};
} // namespace

Value fp8::mapRegisters(
    VectorBuilder &b, VectorType type, ValueRange operands,
    llvm::function_ref<Value(VectorBuilder &, ValueRange)> map) {
  if (type.getNumElements() == kRegisterWords)
    return map(b, operands);
  Value result = ub::PoisonOp::create(b, type);
  for (int64_t i = 0; i < type.getNumElements(); i += kRegisterWords) {
    SmallVector<Value> parts;
    for (Value operand : operands)
      parts.push_back(b.slice(operand, i, kRegisterWords));
    result = b.insertSlice(map(b, parts), result, i);
  }
  return result;
}

void fp8::populateScalePowersPatterns(RewritePatternSet &patterns) {
  patterns.add<ScaleByPowerOfTwo>(patterns.getContext());
}
