//===- OverflowWindow.cpp - rule overflow-window --------------------------===//

#include "NumericsRule.h"

#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Movement.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cfloat>
#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Finds scales under which a reachable number exceeds the largest value of its
/// format.
struct OverflowWindow : NumericsRule {
  StringRef getName() const override { return "overflow-window"; }
  void check(const NumericsContext &context, Report report) const override;
};

} // namespace

//===----------------------------------------------------------------------===//
// Constant scales
//===----------------------------------------------------------------------===//

/// Reports a constant scale under which no value is preserved: a scale that is
/// not positive or not finite, or whose inverse is subnormal. The product of a
/// scale and its subnormal inverse is not 1.
static void checkConstant(Operation *op, StringRef operand, double factor,
                          NumericsRule::Report report) {
  double inverse = static_cast<double>(1.0f / static_cast<float>(factor));
  if (factor > 0.0 && std::isfinite(factor) && factor >= FLT_MIN &&
      inverse >= FLT_MIN)
    return;
  report({op,
          ("expected " + operand + " to be a finite positive number from " +
           formatNumber(FLT_MIN) + " to " + formatNumber(1.0 / FLT_MIN) +
           ", with an inverse that is not subnormal, but it is " +
           formatNumber(factor))
              .str(),
          "use the scale of a measured amax (fp8.compute_scale)"});
}

static void checkConstantScale(QuantizeOp op, double scale,
                               const NumericsContext &context,
                               NumericsRule::Report report) {
  FloatRange input = context.ranges.get(op.getInput());
  // The worst case of a sum of products does not contradict a measured scale.
  if (!input.isBounded() || input.isWorstCase)
    return;
  double reach = input.getMagnitude() * std::abs(scale);
  if (reach <= getSaturationBound(op.getFormat()))
    return;
  double largest = getMaxFinite(op.getFormat());
  report({op,
          "expected |input| * scale to stay within " + formatNumber(largest) +
              ", the largest " + formatOf(op.getCodes()) + ", but " +
              describe(op.getInput()) + " reaches " +
              formatNumber(input.getMagnitude()) + " and the scale is " +
              formatNumber(scale) + ", which gives " + formatNumber(reach),
          "use a scale of at most " +
              formatNumber(largest / input.getMagnitude())});
}

//===----------------------------------------------------------------------===//
// Scales of another amax
//===----------------------------------------------------------------------===//

/// Matches `value` as a constant times another value, through rearrangements.
static std::pair<Value, double> getMultiple(Value value,
                                            const FloatRanges &ranges) {
  double factor = 1.0;
  while (true) {
    value = getMovedRoot(value, Move::Retype);
    auto multiply = value.getDefiningOp<arith::MulFOp>();
    if (!multiply)
      return {value, factor};
    FloatRange lhs = ranges.get(multiply.getLhs());
    FloatRange rhs = ranges.get(multiply.getRhs());
    if (rhs.low == rhs.high) {
      factor *= rhs.low;
      value = multiply.getLhs();
    } else if (lhs.low == lhs.high) {
      factor *= lhs.low;
      value = multiply.getRhs();
    } else {
      return {value, factor};
    }
  }
}

/// Reports a scale that was computed from the amax of y but encodes c * y with
/// |c| > 1.
static void checkReusedScale(QuantizeOp op, ScaleSource source,
                             const NumericsContext &context,
                             NumericsRule::Report report) {
  if (source.kind != ScaleSource::Kind::Computed || source.isInverse != false)
    return;
  ComputeScaleOp compute = source.computed;
  Measured measured = context.scales.getMeasured(source);
  auto [value, factor] = getMultiple(op.getInput(), context.ranges);
  if (!measured || measured->size() != 1 || compute.getPrevious() ||
      compute.getFormat() != op.getFormat() || measured->front() != value)
    return;
  std::optional<ScalingAttr> scaling = compute.getScaling();
  double window =
      std::ldexp(getMaxFinite(op.getFormat()),
                 scaling ? -static_cast<int>(scaling->getMargin()) : 0);
  double reach = std::abs(factor) * window;
  if (reach <= getSaturationBound(op.getFormat()))
    return;
  report(
      {op,
       "expected |input| * scale to stay within " +
           formatNumber(getMaxFinite(op.getFormat())) + ", the largest " +
           formatOf(op.getCodes()) + ", but " + describe(op.getInput()) +
           " is " + formatNumber(factor) +
           " times the tensor whose amax determines the scale, and reaches " +
           formatNumber(reach),
       "measure the amax of the input itself, or use a margin of " +
           std::to_string(
               static_cast<int>(std::ceil(std::log2(std::abs(factor))))),
       compute, "the scale is computed here"});
}

//===----------------------------------------------------------------------===//
// Margin and epsilon
//===----------------------------------------------------------------------===//

static void checkEpsilon(Operation *op, std::optional<ScalingAttr> scaling,
                         Format format, NumericsRule::Report report) {
  double epsilon = scaling ? scaling->getEpsilon().convertToDouble() : 0.0;
  if (epsilon == 0.0)
    return;
  double window =
      std::ldexp(getMaxFinite(format), -static_cast<int>(scaling->getMargin()));
  double scale = window / epsilon;
  if (scale <= 1.0 / FLT_MIN)
    return;
  report({op,
          "expected an epsilon for which the scale, at most " +
              formatNumber(window) +
              " / epsilon, is finite in f32 and its inverse is normal, but "
              "epsilon is " +
              formatNumber(epsilon) + " and the scale reaches " +
              (scale > FLT_MAX ? "infinity" : formatNumber(scale)),
          "use an epsilon of at least " + formatNumber(window * FLT_MIN)});
}

//===----------------------------------------------------------------------===//
// Wide results
//===----------------------------------------------------------------------===//

static double getLargest(Type type) {
  auto element = cast<FloatType>(getElementTypeOrSelf(type));
  APFloat largest = APFloat::getLargest(element.getFloatSemantics());
  bool losesInfo;
  largest.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  return largest.convertToDouble();
}

static std::string describeReach(Operation *op, const FloatRanges &ranges) {
  auto operand = [&](Value value) {
    return describe(value) + " (up to " +
           formatNumber(ranges.get(value).getMagnitude()) + ")";
  };
  auto products = [&](Value lhs, Value rhs, ArrayRef<int64_t> extents,
                      ArrayRef<unsigned> reduced) {
    int64_t terms = 1;
    for (unsigned dim : reduced)
      terms *= extents[dim];
    return std::to_string(terms) + " products of " + operand(lhs) + " and " +
           operand(rhs);
  };
  if (auto contract = dyn_cast<ContractOp>(op))
    return products(contract.getLhs(), contract.getRhs(),
                    contract.getStaticLoopRanges(),
                    contract.getReductionDims());
  if (std::optional<Contraction> match = matchContraction(op)) {
    SmallVector<unsigned> reduced;
    auto linalgOp = cast<linalg::LinalgOp>(op);
    linalgOp.getReductionDims(reduced);
    return products(match->lhs, match->rhs, linalgOp.getStaticLoopRanges(),
                    reduced);
  }
  if (auto dequantize = dyn_cast<DequantizeOp>(op))
    return operand(dequantize.getCodes()) + " times an inverse scale of " +
           formatNumber(ranges.get(dequantize.getScaleInv()).getMagnitude());
  return operand(op->getOperand(0));
}

/// Reports a bounded result that exceeds the range of its type.
static void checkResult(Operation *op, const NumericsContext &context,
                        NumericsRule::Report report) {
  if (op->getNumResults() == 0)
    return;
  Value result = op->getResult(0);
  if (!isa<FloatType>(getElementTypeOrSelf(result)) ||
      getFormat(getElementTypeOrSelf(result)) == std::nullopt)
    return;
  FloatRange range = context.ranges.get(result);
  double largest = getLargest(result.getType());
  if (!range.isBounded() || range.getMagnitude() <= largest)
    return;
  std::string type;
  llvm::raw_string_ostream(type) << getElementTypeOrSelf(result);
  report({op,
          "expected the result to stay within " + formatNumber(largest) +
              ", the largest " + type + ", but " +
              describeReach(op, context.ranges) + " reach " +
              formatNumber(range.getMagnitude()),
          "use a result in f32, or inverse scales that are smaller by " +
              formatNumber(range.getMagnitude() / largest)});
}

//===----------------------------------------------------------------------===//
// The rule
//===----------------------------------------------------------------------===//

static void checkQuantize(QuantizeOp op, const NumericsContext &context,
                          NumericsRule::Report report) {
  if (op.makesScale())
    return checkEpsilon(op, op.getScaling(), op.getFormat(), report);
  ScaleSource source = context.scales.trace(op.getScale());
  if (source.kind == ScaleSource::Kind::Constant) {
    checkConstant(op, "the scale", source.constant, report);
    return checkConstantScale(op, source.constant, context, report);
  }
  checkReusedScale(op, source, context, report);
}

void OverflowWindow::check(const NumericsContext &context,
                           Report report) const {
  auto checkInverse = [&](Operation *op, StringRef operand, Value factor) {
    if (!factor)
      return;
    ScaleSource source = context.scales.trace(factor);
    if (source.kind == ScaleSource::Kind::Constant)
      checkConstant(op, operand, source.constant, report);
  };
  context.getFunc().walk([&](Operation *op) {
    if (auto quantize = dyn_cast<QuantizeOp>(op)) {
      checkQuantize(quantize, context, report);
    } else if (auto compute = dyn_cast<ComputeScaleOp>(op)) {
      checkEpsilon(op, compute.getScaling(), compute.getFormat(), report);
    } else if (auto update = dyn_cast<UpdateScalesOp>(op)) {
      checkEpsilon(op, update.getScaling(), update.getFormat(), report);
    } else if (auto dequantize = dyn_cast<DequantizeOp>(op)) {
      checkInverse(op, "scale_inv", dequantize.getScaleInv());
      checkResult(op, context, report);
    } else if (auto contract = dyn_cast<ContractOp>(op)) {
      checkInverse(op, "lhs_scale_inv", contract.getLhsScaleInv());
      checkInverse(op, "rhs_scale_inv", contract.getRhsScaleInv());
      if (!contract.hasCodesResult())
        checkResult(op, context, report);
    } else if (isa<arith::TruncFOp>(op) || matchContraction(op)) {
      checkResult(op, context, report);
    }
  });
}

const NumericsRule *mlir::fp8::getOverflowWindowRule() {
  static const OverflowWindow rule;
  return &rule;
}
