//===- ExpandMath.cpp - --fp8-expand-math ---------------------------------===//
//
// Expands math ops with the functions in include/fp8/Numerics/Math*.h, which
// are templates. Here they are instantiated with a builder that emits ops, so
// the emitted code follows the declared numerics by construction.
//
//===----------------------------------------------------------------------===//

#include "GuardDivisions.h"
#include "SaturateCasts.h"
#include "Signs.h"
#include "TruncateToCodes.h"
#include "fp8/Analysis/CollectOps.h"
#include "fp8/IR/DecomposeAttention.h"
#include "fp8/IR/ExpansionBuilder.h"
#include "fp8/IR/ImpliedBody.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Numerics/Math.h"
#include "fp8/Numerics/MathExpDecay.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_EXPANDMATHPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Selection of ops
//===----------------------------------------------------------------------===//

/// Returns true for maxnumf and minnumf, which ignore NaN. They are expanded
/// because targets disagree on the sign of the result for zeros of different
/// signs.
static bool isNumberOp(Operation *op) {
  return isa<arith::MaxNumFOp, arith::MinNumFOp>(op);
}

static bool isNarrowFloat(Type type) { return type.isBF16() || type.isF16(); }

/// Returns true for types narrower than f32 whose values f32 represents
/// exactly. A remainder of two such values is computed in f32 and is again
/// exact in `type`.
static bool isNarrowOfRemainder(Type type) {
  return isNarrowFloat(type) || isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

/// Returns true for floating-point remainders, which targets do not support or
/// define differently. Excludes f64.
static bool isRemainder(Operation *op) {
  return isa<arith::RemFOp>(op) &&
         !getElementTypeOrSelf(op->getResult(0).getType()).isF64();
}

/// Returns true for a test of the class of a float, such as isnan. Kernels do
/// not support these ops.
static bool isQuestion(Operation *op) {
  if (!isa<math::IsFiniteOp, math::IsInfOp, math::IsNaNOp, math::IsNormalOp>(
          op))
    return false;
  Type type = op->getOperand(0).getType();
  auto shaped = dyn_cast<ShapedType>(type);
  Type element = getElementTypeOrSelf(type);
  return (!shaped || shaped.hasStaticShape()) &&
         (element.isF32() || element.isF64() || isNarrowFloat(element));
}

/// Returns true if `op` is in the body of an attention op. The runtime
/// evaluates this body, so its math stays.
static bool isScore(Operation *op) {
  return op->getParentOp() && isAttention(op->getParentOp());
}

static bool isExpanded(Operation *op) {
  return isNumberOp(op) || isRemainder(op) || isQuestion(op) ||
         isa<math::AbsIOp, math::RoundOp, math::CountLeadingZerosOp,
             math::CountTrailingZerosOp>(op) ||
         isa<math::ExpOp, math::Exp2Op, math::ExpM1Op, math::LogOp,
             math::Log1pOp, math::Log2Op, math::Log10Op, math::PowFOp,
             math::RsqrtOp, math::TanhOp, math::ErfOp, math::ErfcOp,
             math::SinOp, math::CosOp, math::SincosOp, math::AtanOp,
             math::Atan2Op, math::CbrtOp>(op);
}

/// Returns true for ops whose result is exactly specified, so that every target
/// computes the same bits.
static bool isExact(Operation *op) {
  return isa<math::AbsFOp, math::CopySignOp, math::SqrtOp, math::FmaOp,
             math::FloorOp, math::CeilOp, math::TruncOp, math::RoundOp,
             math::RoundEvenOp, math::IsFiniteOp, math::IsInfOp, math::IsNaNOp,
             math::IsNormalOp, math::AbsIOp, math::IPowIOp,
             math::CountLeadingZerosOp, math::CountTrailingZerosOp,
             math::CtPopOp>(op);
}

static std::string nameOf(Type type) {
  std::string name;
  llvm::raw_string_ostream(name) << "'" << type << "'";
  return name;
}

/// Fails, and reports the reason, if the numerics of `op` are not declared.
static LogicalResult verifySupported(Operation *op) {
  auto refuse = [&](const Twine &what, StringRef supported) {
    InFlightDiagnostic diag = op->emitError()
                              << "unsupported by fp8-expand-math: '"
                              << op->getName() << "' " << what;
    diag.attachNote() << supported;
    return diag;
  };
  Type type = op->getOperand(0).getType();
  Type element = getElementTypeOrSelf(type);
  // Expansions create constants of this type, so its shape must be static.
  auto tensor = dyn_cast<TensorType>(type);
  if (isExpanded(op) && tensor && !tensor.hasStaticShape())
    return refuse("on " + nameOf(type),
                  "scalars, vectors and tensors of static shape are supported");
  if (isRemainder(op)) {
    if (!element.isF32() && !isNarrowOfRemainder(element))
      return refuse("on element type " + nameOf(element),
                    "supported element types are f32, bf16, f16, f8E4M3FN and "
                    "f8E5M2; f64 stays");
    return success();
  }
  if (isExact(op)) {
    // Targets compute a narrow fma in f32 and then round again, which is not
    // exact.
    if (isa<math::FmaOp>(op) && isNarrowFloat(element))
      return refuse("on element type " + nameOf(element),
                    "supported element types are f32 and f64");
    return success();
  }
  if (!isExpanded(op))
    return refuse("has no declared numerics",
                  "exp, exp2, expm1, log, log1p, log2, log10, powf, rsqrt, "
                  "tanh, erf, erfc, sin, cos, sincos, atan, atan2 and cbrt are "
                  "expanded; exact ops such as sqrt, fma and floor stay");
  if (!element.isF32() && !isNarrowFloat(element))
    return refuse("on element type " + nameOf(element),
                  "supported element types are f32, bf16 and f16");
  return success();
}

//===----------------------------------------------------------------------===//
// The rewrite
//===----------------------------------------------------------------------===//

/// Returns the results of `op`, an expanded op, on f32 operands.
static SmallVector<Value, 2> expand(Operation *op, ExpansionBuilder &b,
                                    ArrayRef<Value> operands) {
  using namespace numerics;
  using Results = SmallVector<Value, 2>;
  Value x = operands.front();
  return TypeSwitch<Operation *, Results>(op)
      .Case([&](math::ExpOp exp) -> Results {
        return {isNotPositive(exp.getOperand()) ? expandExpDecay(b, x)
                                                : expandExp(b, x)};
      })
      .Case([&](math::Exp2Op) -> Results { return {expandExp2(b, x)}; })
      .Case([&](math::ExpM1Op) -> Results { return {expandExpm1(b, x)}; })
      .Case([&](math::LogOp) -> Results { return {expandLog(b, x)}; })
      .Case([&](math::Log1pOp) -> Results { return {expandLog1p(b, x)}; })
      .Case([&](math::Log2Op) -> Results { return {expandLog2(b, x)}; })
      .Case([&](math::Log10Op) -> Results { return {expandLog10(b, x)}; })
      .Case([&](math::PowFOp) -> Results {
        return {expandPow(b, x, operands[1])};
      })
      .Case([&](math::RsqrtOp) -> Results { return {expandRsqrt(b, x)}; })
      .Case([&](math::TanhOp) -> Results { return {expandTanh(b, x)}; })
      .Case([&](math::ErfOp) -> Results { return {expandErf(b, x)}; })
      .Case([&](math::ErfcOp) -> Results { return {expandErfc(b, x)}; })
      .Case([&](math::SinOp) -> Results { return {expandSin(b, x)}; })
      .Case([&](math::CosOp) -> Results { return {expandCos(b, x)}; })
      .Case([&](math::AtanOp) -> Results { return {expandAtan(b, x)}; })
      .Case([&](math::Atan2Op) -> Results {
        return {expandAtan2(b, x, operands[1])};
      })
      .Case([&](math::CbrtOp) -> Results { return {expandCbrt(b, x)}; })
      .Case([&](arith::RemFOp) -> Results {
        return {expandRem(b, x, operands[1])};
      })
      .Case([&](math::SincosOp) -> Results {
        Value sin = expandSin(b, x);
        return {sin, expandCos(b, x)};
      });
}

/// Replaces `op` by `maximumf` or `minimumf`, after replacing each NaN operand
/// by the other operand.
static void replaceNumberOp(RewriterBase &rewriter, Operation *op) {
  Location loc = op->getLoc();
  Value a = op->getOperand(0), b = op->getOperand(1);
  auto replaceNaN = [&](Value value, Value other) -> Value {
    Value isNaN = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::UNO, value, value);
    return arith::SelectOp::create(rewriter, loc, isNaN, other, value);
  };
  Value first = replaceNaN(a, b), second = replaceNaN(b, a);
  if (isa<arith::MaxNumFOp>(op))
    rewriter.replaceOpWithNewOp<arith::MaximumFOp>(op, first, second);
  else
    rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, first, second);
}

/// Replaces `op` by the maximum of x and -x. The lowest integer has no positive
/// counterpart and is returned unchanged.
static void replaceAbsI(RewriterBase &rewriter, math::AbsIOp op) {
  ArithmeticBuilder b(op.getLoc(), rewriter);
  Value negated = b.sub(b.constant(op.getType(), 0), op.getOperand());
  rewriter.replaceOpWithNewOp<arith::MaxSIOp>(op, op.getOperand(), negated);
}

/// Replaces a count of zero bits by a count of one bits, which all targets
/// have. A value without one bits has as many zeros as it has bits.
static void replaceZeroCount(RewriterBase &rewriter, Operation *op) {
  ArithmeticBuilder b(op->getLoc(), rewriter);
  Value x = op->getOperand(0);
  Type type = x.getType();
  Value ones = b.constant(type, -1);
  if (isa<math::CountLeadingZerosOp>(op)) {
    // Set all bits below the first one.
    Type element = getElementTypeOrSelf(type);
    int64_t width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
    for (int64_t shift = 1; shift < width; shift *= 2)
      x = arith::OrIOp::create(
          b, x, arith::ShRUIOp::create(b, x, b.constant(type, shift)));
    x = arith::XOrIOp::create(b, x, ones);
  } else {
    // Keep the bits below the last one, which x - 1 sets.
    x = arith::AndIOp::create(b, arith::XOrIOp::create(b, x, ones),
                              arith::AddIOp::create(b, x, ones));
  }
  rewriter.replaceOpWithNewOp<math::CtPopOp>(op, x);
}

/// Rounds to the nearest integer, ties away from 0. Every step is exact. The
/// expansion is needed because GPUs have no such instruction.
static void replaceRound(RewriterBase &rewriter, math::RoundOp op) {
  ArithmeticBuilder b(op.getLoc(), rewriter);
  Value x = op.getOperand();
  Value inner = math::TruncOp::create(b, x);
  Value isOuter = b.atLeast(b.abs(b.sub(x, inner)), 0.5);
  Value one = math::CopySignOp::create(b, b.constant(op.getType(), 1), x);
  Value outer = b.add(inner, one);
  rewriter.replaceOp(op, b.select(isOuter, outer, inner));
}

/// Replaces a test by comparisons of |x| with infinity and the smallest normal
/// number. Ordered comparisons are false for NaN.
static void replaceQuestion(RewriterBase &rewriter, Operation *op) {
  ArithmeticBuilder b(op->getLoc(), rewriter);
  Value x = op->getOperand(0);
  auto element = cast<FloatType>(getElementTypeOrSelf(x.getType()));
  const llvm::fltSemantics &semantics = element.getFloatSemantics();
  if (isa<math::IsNaNOp>(op))
    return rewriter.replaceOp(op, b.isNaN(x));
  Value magnitude = b.abs(x);
  auto compare = [&](arith::CmpFPredicate predicate, const APFloat &bound) {
    Value splat = b.splat(x.getType(), b.getFloatAttr(element, bound));
    return b.compare(predicate, magnitude, splat);
  };
  bool isInfinite = isa<math::IsInfOp>(op);
  Value result = compare(isInfinite ? arith::CmpFPredicate::OEQ
                                    : arith::CmpFPredicate::OLT,
                         APFloat::getInf(semantics));
  if (isa<math::IsNormalOp>(op))
    result =
        b.andBits(result, compare(arith::CmpFPredicate::OGE,
                                  APFloat::getSmallestNormalized(semantics)));
  rewriter.replaceOp(op, result);
}

static void replaceByExpansion(RewriterBase &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  if (isQuestion(op))
    return replaceQuestion(rewriter, op);
  if (isNumberOp(op))
    return replaceNumberOp(rewriter, op);
  if (auto abs = dyn_cast<math::AbsIOp>(op))
    return replaceAbsI(rewriter, abs);
  if (auto round = dyn_cast<math::RoundOp>(op))
    return replaceRound(rewriter, round);
  if (isa<math::CountLeadingZerosOp, math::CountTrailingZerosOp>(op))
    return replaceZeroCount(rewriter, op);
  ImplicitLocOpBuilder builder(op->getLoc(), rewriter);
  Type type = op->getResult(0).getType();
  bool isNarrow = isNarrowOfRemainder(getElementTypeOrSelf(type));
  Type wide = withElementType(type, builder.getF32Type());

  SmallVector<Value> operands(op->getOperands());
  if (isNarrow)
    for (Value &operand : operands)
      operand = arith::ExtFOp::create(builder, wide, operand);
  ExpansionBuilder expansionBuilder(builder, type);
  SmallVector<Value, 2> results = expand(op, expansionBuilder, operands);
  if (isNarrow)
    for (Value &result : results)
      result = arith::TruncFOp::create(builder, type, result);
  rewriter.replaceOp(op, results);
}

namespace {

struct ExpandMath : mlir::fp8::impl::ExpandMathPassBase<ExpandMath> {
  using ExpandMathPassBase::ExpandMathPassBase;

  void runOnOperation() override {
    // Check all ops before rewriting any. A rejected graph then stays
    // unchanged, and all problems are reported at once.
    bool isSupported = true;
    SetVector<Operation *> named;
    getOperation()->walk([&](Operation *op) {
      if ((!isa_and_nonnull<math::MathDialect>(op->getDialect()) &&
           !isRemainder(op)) ||
          isScore(op))
        return;
      if (failed(verifySupported(op)))
        isSupported = false;
      if (isExpanded(op) && isImplied(op))
        named.insert(op->getParentOp());
    });
    if (!isSupported)
      return signalPassFailure();

    IRRewriter rewriter(&getContext());
    for (Operation *op : named) {
      rewriter.setInsertionPoint(op);
      if (failed(linalg::generalizeNamedOp(rewriter,
                                           cast<linalg::LinalgOp>(op)))) {
        op->emitError("expected an op that generalizes to 'linalg.generic'");
        return signalPassFailure();
      }
    }

    SmallVector<Operation *> worklist =
        collectOps(getOperation(), [&](Operation *op) {
          return isExpanded(op) && !isScore(op);
        });
    if (maxExpanded >= 0 &&
        worklist.size() > static_cast<size_t>(maxExpanded.getValue()))
      worklist.resize(maxExpanded);
    for (Operation *op : worklist)
      replaceByExpansion(rewriter, op);
    numExpanded += worklist.size();
    bool changed = !named.empty() || !worklist.empty();
    changed |= guardDivisions(rewriter, getOperation());
    changed |= saturateCasts(rewriter, getOperation());
    changed |= expandTruncations(rewriter, getOperation());
    if (!changed)
      markAllAnalysesPreserved();
  }
};

} // namespace
