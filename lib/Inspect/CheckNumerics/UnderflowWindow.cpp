//===- UnderflowWindow.cpp - rule underflow-window ------------------------===//

#include "NumericsRule.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Finds scales under which every code is subnormal or zero, so that no code
/// has the full precision of the format.
struct UnderflowWindow : NumericsRule {
  StringRef getName() const override { return "underflow-window"; }
  void check(const NumericsContext &context, Report report) const override;
};

} // namespace

static double getWindow(std::optional<ScalingAttr> scaling, Format format) {
  return std::ldexp(getMaxFinite(format),
                    scaling ? -static_cast<int>(scaling->getMargin()) : 0);
}

static void checkMargin(Operation *op, std::optional<ScalingAttr> scaling,
                        Format format, NumericsRule::Report report) {
  double window = getWindow(scaling, format);
  double normal = getSmallestNormal(format);
  if (window >= normal)
    return;
  report({op,
          "expected the amax to be mapped to " + formatNumber(normal) +
              ", the smallest normal " + stringifyFormat(format).str() +
              ", or above, but a margin of " +
              std::to_string(scaling->getMargin()) + " maps it to " +
              formatNumber(window),
          "use a margin of at most " +
              std::to_string(static_cast<int>(
                  std::floor(std::log2(getMaxFinite(format) / normal))))});
}

/// Reports an amax that is known to be so far below epsilon that no code is
/// normal. Epsilon then determines the scale.
static void checkEpsilon(ComputeScaleOp op, const NumericsContext &context,
                         NumericsRule::Report report) {
  std::optional<ScalingAttr> scaling = op.getScaling();
  FloatRange amax = context.ranges.get(op.getAmax());
  if (!scaling || !amax.isBounded() || amax.high <= 0.0)
    return;
  double epsilon = scaling->getEpsilon().convertToDouble();
  double reach = amax.high / epsilon * getWindow(scaling, op.getFormat());
  double normal = getSmallestNormal(op.getFormat());
  if (epsilon <= amax.high || reach >= normal)
    return;
  report({op,
          "expected an epsilon below the measured amax, but " +
              describe(op.getAmax()) + " is at most " +
              formatNumber(amax.high) + " and epsilon is " +
              formatNumber(epsilon) + ": no code is above " +
              formatNumber(reach) + ", and normal numbers start at " +
              formatNumber(normal),
          "use an epsilon of at most " + formatNumber(amax.high)});
}

static void checkConstantScale(QuantizeOp op, const NumericsContext &context,
                               NumericsRule::Report report) {
  ScaleSource source = context.scales.trace(op.getScale());
  FloatRange input = context.ranges.get(op.getInput());
  if (source.kind != ScaleSource::Kind::Constant || !input.isBounded() ||
      input.getMagnitude() == 0.0)
    return;
  double reach = input.getMagnitude() * std::abs(source.constant);
  double normal = getSmallestNormal(op.getFormat());
  if (reach >= normal)
    return;
  report(
      {op,
       "expected |input| * scale to reach " + formatNumber(normal) +
           ", the smallest normal " + formatOf(op.getCodes()) + ", but " +
           describe(op.getInput()) + " is at most " +
           formatNumber(input.getMagnitude()) + " and the scale is " +
           formatNumber(source.constant) + ", which gives " +
           formatNumber(reach),
       "use a scale of " +
           formatNumber(getMaxFinite(op.getFormat()) / input.getMagnitude()) +
           ", or the scale of a measured amax (fp8.compute_scale)"});
}

void UnderflowWindow::check(const NumericsContext &context,
                            Report report) const {
  context.getFunc().walk([&](Operation *op) {
    if (auto compute = dyn_cast<ComputeScaleOp>(op)) {
      checkMargin(op, compute.getScaling(), compute.getFormat(), report);
      checkEpsilon(compute, context, report);
    } else if (auto update = dyn_cast<UpdateScalesOp>(op)) {
      checkMargin(op, update.getScaling(), update.getFormat(), report);
    } else if (auto quantize = dyn_cast<QuantizeOp>(op)) {
      if (quantize.makesScale())
        checkMargin(op, quantize.getScaling(), quantize.getFormat(), report);
      else
        checkConstantScale(quantize, context, report);
    }
  });
}

const NumericsRule *mlir::fp8::getUnderflowWindowRule() {
  static const UnderflowWindow rule;
  return &rule;
}
