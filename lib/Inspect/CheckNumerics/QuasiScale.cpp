//===- QuasiScale.cpp - rule quasi-scale ----------------------------------===//

#include "NumericsRule.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Finds quasi-stochastic rounding under one scale that is not a power of two.
/// Such a scale follows the largest value, which the rounding of the previous
/// step changed. Every code is then rounded again, and the errors correlate
/// with the random bits.
struct QuasiScale : NumericsRule {
  StringRef getName() const override { return "quasi-scale"; }
  void check(const NumericsContext &context, Report report) const override;
};

} // namespace

/// Returns the reason why the scale is not a power of two. Returns an empty
/// string if it is a power of two or if this is unknown.
static std::string getReason(ScaleSource source) {
  switch (source.kind) {
  case ScaleSource::Kind::Unknown:
  case ScaleSource::Kind::Argument:
    return "";
  case ScaleSource::Kind::Constant: {
    int exponent;
    return std::frexp(source.constant, &exponent) == 0.5 ? ""
                                                         : describe(source);
  }
  case ScaleSource::Kind::Computed: {
    std::optional<ScalingAttr> scaling = source.computed.getScaling();
    return scaling && scaling->getPow2() ? "" : describe(source);
  }
  case ScaleSource::Kind::Updated: {
    std::optional<ScalingAttr> scaling = source.updated.getScaling();
    return scaling && scaling->getPow2() ? "" : describe(source);
  }
  }
  llvm_unreachable("a kind without a case");
}

static void checkScale(Operation *op, Value codes, Value scale,
                       const NumericsContext &context,
                       NumericsRule::Report report) {
  ScaleSource source = context.scales.trace(scale);
  if (source.kind == ScaleSource::Kind::Argument) {
    report({op,
            "the scale of " + describe(codes) +
                ", which is rounded with rounding = quasi_stochastic, is " +
                describe(source) +
                ": it is unknown whether this is a power of two",
            "use rounding = stochastic, which accepts any scale",
            nullptr,
            {},
            Finding::Severity::Remark});
    return;
  }
  std::string reason = getReason(source);
  if (!reason.empty())
    report({op,
            "expected the scale of " + describe(codes) +
                ", which is rounded with rounding = quasi_stochastic, to be a "
                "power of two, but it is " +
                reason + ", which may be any number",
            "use scaling<pow2 = true>, a scale for each granule, or rounding = "
            "stochastic"});
}

static void checkUpdate(UpdateOp update, const NumericsContext &context,
                        NumericsRule::Report report) {
  SmallVector<Value> mains = update.getMainPlanes();
  unsigned next = 0;
  for (const UpdatePlane &plane : update.getAllPlanes()) {
    if (!plane.hasTensorScale())
      continue;
    // The inverse of the old scale comes first. A copy has none.
    next += !plane.isCopy;
    Value scale = update.getScales()[next++];
    if (!plane.isCopy && update.getStorageOf(plane.state).getRounding() ==
                             RoundingMode::QuasiStochastic)
      checkScale(update, mains[plane.state], scale, context, report);
  }
}

void QuasiScale::check(const NumericsContext &context, Report report) const {
  context.getFunc().walk([&](Operation *op) {
    if (auto update = dyn_cast<UpdateOp>(op); update && !update.getProbe())
      checkUpdate(update, context, report);
    if (auto quantize = dyn_cast<QuantizeOp>(op);
        quantize && quantize.getScale() &&
        quantize.getRounding() == RoundingMode::QuasiStochastic)
      checkScale(quantize, quantize.getCodes(), quantize.getScale(), context,
                 report);
  });
}

const NumericsRule *mlir::fp8::getQuasiScaleRule() {
  static const QuasiScale rule;
  return &rule;
}
