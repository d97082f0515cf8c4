//===- FP8ToArith.cpp - fp8.convert in integer arithmetic -----------------===//

#include "fp8/Conversion/FP8ToArith/FP8ToArith.h"
#include "Draws.h"
#include "fp8/Conversion/FP8ToArith/Codes.h"
#include "fp8/IR/ImpliedBody.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_CONVERTFP8TOARITHPASS
#include "fp8/Conversion/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;
using numerics::FormatSpec;
using numerics::Overflow;

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

static bool isScalarOrVector(Type type) {
  return !isa<ShapedType>(type) || isa<VectorType>(type);
}

static bool hasOneNaNIn(Value value, llvm::SmallPtrSetImpl<Operation *> &seen) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    if (isa<ConvertOp, arith::CmpFOp>(user) || !seen.insert(user).second)
      return true;
    return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
               arith::NegFOp, arith::MaximumFOp, arith::MinimumFOp,
               arith::SelectOp, math::SqrtOp, math::AbsFOp, math::FmaOp>(
               user) &&
           hasOneNaNIn(user->getResult(0), seen);
  });
}

bool fp8::hasOneNaN(Value value) {
  llvm::SmallPtrSet<Operation *, 16> seen;
  return hasOneNaNIn(value, seen);
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
    VectorBuilder b(op.getLoc(), rewriter);
    Value x = op.getInput();
    const FormatSpec *from = getFormatSpec(op.getInputFormat());
    const FormatSpec *to = getFormatSpec(op.getResultFormat());
    bool isDecode = isEightBit(op.getInputFormat());
    // A NaN of bf16 is already a NaN of f32.
    bool canonicalizeNaN =
        op.getInputFormat() != Format::BF16 || to || !hasOneNaN(op.getResult());
    Value wide = from ? emitDecode(b, x, *from, canonicalizeNaN) : x;
    // Every wide format represents 8-bit codes exactly; the infinities of e5m2
    // are preserved.
    if (to)
      wide = emitEncode(b, wide, *to, op.getType(),
                        isDecode ? Overflow::Infinity : Overflow::Saturate,
                        op.getRandom(),
                        from ? Assumption::None : getAssumption(op));
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
    if (!isScalarOrVector(op.getType()) || isImplied(op) || !from || !to ||
        *from == Format::F16 || *from == Format::F32)
      return rewriter.notifyMatchFailure(op, "targets lower this extension");
    VectorBuilder b(op.getLoc(), rewriter);
    Value wide = emitDecode(b, op.getIn(), *getFormatSpec(*from),
                            /*canonicalizeNaN=*/*from != Format::BF16);
    if (*to != Format::F32)
      wide = emitEncode(b, wide, *getFormatSpec(*to), op.getType(),
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
    if (!isScalarOrVector(op.getType()) || isImplied(op) || !isNearest ||
        !isa<BFloat16Type, Float16Type>(to) ||
        !getElementTypeOrSelf(op.getIn().getType()).isF32())
      return rewriter.notifyMatchFailure(op, "targets lower this truncation");
    VectorBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op,
                       emitEncode(b, op.getIn(), *getFormatSpec(*getFormat(to)),
                                  op.getType(), Overflow::Infinity));
    return success();
  }
};

/// Selects bits of bf16 and f16. Without instructions for these types, LLVM
/// selects between two f32 and rounds; on some CPUs this flushes bf16
/// subnormals and quiets signaling NaNs.
struct LowerSelect : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    if (!isScalarOrVector(op.getType()) || isImplied(op) ||
        !isa<BFloat16Type, Float16Type>(getElementTypeOrSelf(op.getType())))
      return rewriter.notifyMatchFailure(op, "targets lower this selection");
    VectorBuilder b(op.getLoc(), rewriter);
    Value bits = b.select(op.getCondition(),
                          b.bitcast(b.getI16Type(), op.getTrueValue()),
                          b.bitcast(b.getI16Type(), op.getFalseValue()));
    rewriter.replaceOp(op, b.bitcast(op.getType(), bits));
    return success();
  }
};

} // namespace

/// Returns a description of the supported alternatives to `op`, or an empty
/// string if `op` may remain.
static StringRef getSupported(Operation *op) {
  if (auto convert = dyn_cast<ConvertOp>(op))
    return convert.getRounding() == RoundingMode::StochasticHW
               ? "supported are rounding nearest_even and stochastic"
               : "supported are scalars and vectors";
  if (isa<DrawOp>(op))
    return "supported are scalars and vectors";
  if (isa<arith::ExtFOp>(op) && isOfCodes(op->getOperand(0).getType()))
    return "supported are extensions to f32, bf16 and f16";
  if (isa<arith::TruncFOp>(op) && isOfCodes(op->getResult(0).getType()))
    return "--fp8-expand-math expands f32, bf16 and f16 to nearest; "
           "fp8.convert, which saturates, is supported here";
  if (isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
          op->getDialect()) &&
      !isa<arith::BitcastOp, arith::SelectOp, arith::ConstantOp>(op) &&
      (llvm::any_of(op->getOperandTypes(), isOfCodes) ||
       llvm::any_of(op->getResultTypes(), isOfCodes)))
    return "supported on 8-bit floats are fp8.convert, arith.extf, "
           "arith.bitcast and arith.select";
  return "";
}

namespace {

struct ConvertFP8ToArith
    : fp8::impl::ConvertFP8ToArithPassBase<ConvertFP8ToArith> {
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
  patterns.add<LowerConvert, LowerExtF, LowerTruncF, LowerSelect>(
      patterns.getContext());
  populateDrawPatterns(patterns);
}
