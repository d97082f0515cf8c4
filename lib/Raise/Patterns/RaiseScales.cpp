//===- RaiseScales.cpp - raises amaxes and scales -------------------------===//

#include "RaisePatterns.h"
#include "fp8/Analysis/CollectOps.h"
#include "fp8/Utils/Uniform.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Amax
//===----------------------------------------------------------------------===//

/// If the body computes `max(out, x)`, returns the maximumf or maxnumf op, and
/// x.
static std::pair<Operation *, Value> matchMaximum(Block &body, Value out) {
  Operation *op = body.getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::MaximumFOp, arith::MaxNumFOp>(op))
    return {};
  for (unsigned i : {0u, 1u})
    if (op->getOperand(i) == out)
      return {op, op->getOperand(1 - i)};
  return {};
}

/// Returns the granularity of a maximum over the dimensions `reduced` of a
/// tensor of rank `rank`.
static std::optional<GranularityKind> getKind(ArrayRef<unsigned> reduced,
                                              int64_t rank) {
  if (static_cast<int64_t>(reduced.size()) == rank)
    return GranularityKind::Tensor;
  if (reduced.size() == 1 && reduced[0] == rank - 1)
    return GranularityKind::Row;
  return std::nullopt;
}

Raised mlir::fp8::raiseAmax(OpBuilder &builder, Operation *op,
                            RaiseOptions options) {
  auto reduction = dyn_cast<linalg::LinalgOp>(op);
  if (!reduction || !isa<linalg::GenericOp, linalg::ReduceOp>(op) ||
      reduction.getNumDpsInputs() != 1 || reduction.getNumDpsInits() != 1 ||
      op->getNumResults() != 1 || reduction.getNumReductionLoops() == 0 ||
      !reduction.getMatchingIndexingMap(reduction.getDpsInputOperand(0))
           .isIdentity() ||
      !reduction.getMatchingIndexingMap(reduction.getDpsInitOperand(0))
           .isProjectedPermutation())
    return {};
  Block &body = *reduction.getBlock();
  auto [maximum, term] = matchMaximum(body, body.getArgument(1));
  if (!maximum)
    return {};
  // Match |x| inside the body or before the op, after an exact widening.
  Value input = reduction.getDpsInputs()[0];
  bool isBefore = term == body.getArgument(0);
  auto magnitude = (isBefore ? input : term).getDefiningOp<math::AbsFOp>();
  if (!magnitude)
    return {};
  Value inside = magnitude.getOperand();
  if (auto extend = inside.getDefiningOp<arith::ExtFOp>())
    inside = extend.getIn();
  if (isBefore)
    input = inside;
  else if (inside != body.getArgument(0))
    return {};
  if (isa<arith::MaxNumFOp>(maximum))
    return Raised::missed("the maximum drops NaN");
  auto type = cast<RankedTensorType>(input.getType());
  if (!isa<Float32Type, BFloat16Type, Float16Type>(type.getElementType()) ||
      !getElementTypeOrSelf(op->getResult(0)).isF32())
    return Raised::missed("the amax is not kept in f32");
  SmallVector<unsigned> reduced;
  reduction.getReductionDims(reduced);
  std::optional<GranularityKind> kind = getKind(reduced, type.getRank());
  AffineMap map =
      reduction.getMatchingIndexingMap(reduction.getDpsInitOperand(0));
  bool isOrdered = llvm::is_sorted(map.getResults(), [](auto a, auto b) {
    return cast<AffineDimExpr>(a).getPosition() <
           cast<AffineDimExpr>(b).getPosition();
  });
  if (!kind || !isOrdered)
    return Raised::missed("reduces neither all dimensions nor the last one");
  auto amax =
      AmaxOp::create(builder, op->getLoc(), input, reduction.getDpsInits()[0],
                     *kind == GranularityKind::Tensor
                         ? GranularityAttr()
                         : GranularityAttr::get(builder.getContext(), *kind));
  return Raised::passed("raised to fp8.amax", amax.getResult());
}

void mlir::fp8::mergeAmaxes(Operation *root) {
  for (AmaxOp amax : collectOps<AmaxOp>(root)) {
    if (!amax.getGranularityOrTensor().isTensor() ||
        !isa<RankedTensorType>(amax.getInput().getType()))
      continue;
    for (Operation *user : amax.getInput().getUsers()) {
      auto quantize = dyn_cast<QuantizeOp>(user);
      if (!quantize || quantize.getWithAmax() || quantize.makesScale() ||
          quantize->getBlock() != amax->getBlock() ||
          quantize.getRounding() != RoundingMode::NearestEven ||
          quantize->isBeforeInBlock(amax) ||
          // If the scale of the quantize op depends on this amax, the merge is
          // not possible.
          !llvm::all_of(amax->getUsers(), [&](Operation *reader) {
            return reader->getBlock() == quantize->getBlock() &&
                   quantize->isBeforeInBlock(reader);
          }))
        continue;
      OpBuilder builder(quantize);
      auto merged = QuantizeOp::create(
          builder, quantize.getLoc(), quantize.getInput(), quantize.getScale(),
          {quantize.getCodesInit(), amax.getInit()}, GranularityAttr(),
          ScalingAttr(), /*withAmax=*/true);
      quantize.getCodes().replaceAllUsesWith(merged.getCodes());
      amax.getResult().replaceAllUsesWith(merged.getAmax());
      quantize.erase();
      amax.erase();
      break;
    }
  }
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

/// Returns the format whose largest value is the constant `value`, or
/// std::nullopt.
static std::optional<fp8::Format> matchLargest(Value value) {
  std::optional<Uniform> uniform = matchUniform(value);
  for (fp8::Format format : {fp8::Format::E4M3, fp8::Format::E5M2})
    if (uniform && uniform->isConstant(getMaxFinite(format)))
      return format;
  return std::nullopt;
}

static Value makeScale(OpBuilder &builder, Location loc, Value amax,
                       Value previous, fp8::Format format,
                       ScalingAttr scaling) {
  auto toTensor = [&](Value scalar) -> Value {
    return scalar ? Uniform{std::nullopt, scalar}.materialize(builder, loc)
                  : Value();
  };
  auto scale = ComputeScaleOp::create(builder, loc, toTensor(amax),
                                      toTensor(previous), format, scaling);
  return tensor::ExtractOp::create(builder, loc, scale.getScale(),
                                   ValueRange());
}

/// Matches the formula of torchao: f32(max / max(f64(amax), epsilon)).
static Raised raiseClampedScale(OpBuilder &builder, arith::TruncFOp op,
                                RaiseOptions options) {
  auto quotient = op.getIn().getDefiningOp<arith::DivFOp>();
  if (!quotient || !op.getType().isF32() || !op.getIn().getType().isF64())
    return {};
  std::optional<fp8::Format> format = matchLargest(quotient.getLhs());
  auto clamp = quotient.getRhs().getDefiningOp<arith::MaximumFOp>();
  if (!format || !clamp)
    return {};
  auto extend = clamp.getLhs().getDefiningOp<arith::ExtFOp>();
  std::optional<Uniform> least = matchUniform(clamp.getRhs());
  if (!extend || !extend.getIn().getType().isF32() || !least ||
      !least->constant)
    return {};
  double wide = least->constant->convertToDouble();
  float epsilon = static_cast<float>(wide);
  if (!std::isfinite(epsilon) || wide < 0)
    return Raised::missed("the least amax is negative or not finite in f32");
  if (!options.finiteScales)
    return Raised::missed(
        "an infinite amax gives 0 and NaN gives NaN, where fp8.compute_scale "
        "gives 1; the option 'finite-scales' accepts the difference");
  // Rounding a quotient of 24-bit numbers first to 53 bits and then to 24 bits
  // gives the correctly rounded result. However, fp8.compute_scale stores
  // epsilon with only 24 bits, so check that this does not change the scale.
  float max = getMaxFinite(*format);
  if (static_cast<float>(max / wide) != max / epsilon)
    return Raised::missed("rounded to f32, the least amax gives another scale");
  auto scaling = ScalingAttr::get(builder.getContext(), 0, false, epsilon);
  return Raised::passed("raised to fp8.compute_scale",
                        makeScale(builder, op.getLoc(), extend.getIn(), Value(),
                                  *format, scaling));
}

/// Returns true if `condition` tests whether `a` is finite.
static bool isFiniteTest(Value condition, Value a) {
  if (auto test = condition.getDefiningOp<math::IsFiniteOp>())
    return test.getOperand() == a;
  auto compare = condition.getDefiningOp<arith::CmpFOp>();
  if (!compare || compare.getPredicate() != arith::CmpFPredicate::ONE)
    return false;
  auto magnitude = compare.getLhs().getDefiningOp<math::AbsFOp>();
  return magnitude && magnitude.getOperand() == a &&
         matchPattern(compare.getRhs(), m_PosInfFloat());
}

/// Matches the formula of flax: isfinite(a) ? (a > 0 ? (max / a) / 1 :
/// previous) : previous.
static Raised raiseGuardedScale(OpBuilder &builder, arith::SelectOp op,
                                RaiseOptions options) {
  auto inner = op.getTrueValue().getDefiningOp<arith::SelectOp>();
  if (!inner || !op.getType().isF32() ||
      inner.getFalseValue() != op.getFalseValue())
    return {};
  auto positive = inner.getCondition().getDefiningOp<arith::CmpFOp>();
  auto quotient = inner.getTrueValue().getDefiningOp<arith::DivFOp>();
  if (!positive || !quotient ||
      positive.getPredicate() != arith::CmpFPredicate::OGT ||
      !matchPattern(positive.getRhs(), m_AnyZeroFloat()))
    return {};
  Value amax = positive.getLhs();
  if (!isFiniteTest(op.getCondition(), amax))
    return {};
  // Skip the division by the margin, which is 2^0.
  if (matchPattern(quotient.getRhs(), m_OneFloat()))
    quotient = quotient.getLhs().getDefiningOp<arith::DivFOp>();
  if (!quotient || quotient.getRhs() != amax)
    return Raised::missed(
        "the divisor is neither the amax nor 1: a margin rounds twice");
  std::optional<fp8::Format> format = matchLargest(quotient.getLhs());
  if (!format)
    return Raised::missed("the dividend is not the largest value of a format");
  if (!options.finiteScales)
    return Raised::missed("a quotient that overflows gives infinity, where "
                          "fp8.compute_scale gives the largest float; the "
                          "option 'finite-scales' accepts the difference");
  return Raised::passed("raised to fp8.compute_scale",
                        makeScale(builder, op.getLoc(), amax,
                                  op.getFalseValue(), *format, ScalingAttr()));
}

Raised mlir::fp8::raiseScale(OpBuilder &builder, Operation *op,
                             RaiseOptions options) {
  if (auto truncate = dyn_cast<arith::TruncFOp>(op))
    return raiseClampedScale(builder, truncate, options);
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return raiseGuardedScale(builder, select, options);
  return {};
}
