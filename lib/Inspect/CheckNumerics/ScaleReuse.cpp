//===- ScaleReuse.cpp - rule scale-reuse ----------------------------------===//

#include "NumericsRule.h"

#include "StateCodes.h"
#include "fp8/Analysis/Movement.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Finds scales that belong to another tensor, format, step or direction.
struct ScaleReuse : NumericsRule {
  StringRef getName() const override { return "scale-reuse"; }
  void check(const NumericsContext &context, Report report) const override;
};

} // namespace

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

/// Reports a factor used as its inverse, or computed for another format.
static bool checkFactor(Operation *op, StringRef operand, ScaleSource source,
                        bool wantsInverse, Value codes,
                        const ScaleProvenance &scales,
                        NumericsRule::Report report) {
  if (source.isInverse && *source.isInverse != wantsInverse) {
    std::string wanted = wantsInverse ? "an inverse scale" : "a scale";
    std::string there = wantsInverse ? "" : "the inverse of ";
    report({op,
            ("expected " + operand + " to be " + wanted + ", but it is " +
             there + describe(source))
                .str(),
            wantsInverse
                ? "decode with scale_inv, the second result of "
                  "fp8.compute_scale, or with 1 / scale"
                : "encode with scale, the first result of fp8.compute_scale"});
    return false;
  }
  std::optional<Format> madeFor = scales.getFormat(source);
  std::optional<Format> used = getFormat(getElementTypeOrSelf(codes));
  if (!madeFor || !used || *madeFor == *used)
    return true;
  report({op,
          ("expected " + operand + " to be computed for " +
           stringifyFormat(*used) + ", with the largest value " +
           formatNumber(getMaxFinite(*used)) + ", but " + describe(source) +
           " is for " + stringifyFormat(*madeFor) +
           ", with the largest value " + formatNumber(getMaxFinite(*madeFor)))
              .str(),
          ("compute the scale for " + stringifyFormat(*used)).str()});
  return false;
}

/// Reports a scale state that the step leaves unchanged for later steps.
static bool checkStale(QuantizeOp op, ScaleSource source,
                       const NumericsContext &context,
                       NumericsRule::Report report) {
  if (source.kind != ScaleSource::Kind::Argument ||
      !context.scales.isStale(source.argument) ||
      !context.getFunc().getArgAttr(source.argument.getArgNumber(),
                                    FP8Dialect::kStateAttrName))
    return true;
  report(
      {op,
       "expected the step to update the scale state " + describe(source) +
           ", but no result does: every step encodes " +
           describe(op.getInput()) + " with the scale of the first step",
       "return fp8.update_scales of its amax as fp8.updates = \"" +
           getArgumentName(context.getFunc(), source.argument.getArgNumber()) +
           "\", or make it an input without fp8.state"});
  return false;
}

static void checkMeasured(QuantizeOp op, ScaleSource source,
                          const ScaleProvenance &scales,
                          NumericsRule::Report report) {
  Measured measured = scales.getMeasured(source);
  if (!measured || measured->empty() || isRelated(op.getInput(), *measured))
    return;
  std::string others;
  for (Value value : *measured)
    others += (others.empty() ? "" : " and ") + describe(value);
  Operation *maker = source.computed ? source.computed.getOperation()
                                     : source.updated.getOperation();
  report({op,
          "expected the scale to be computed from the amax of " +
              describe(op.getInput()) + " or from a bound of it, but " +
              describe(source) + " is computed from the amax of " + others,
          "measure the input with fp8.amax, or use with_amax for a later step",
          maker, "the scale is computed here"});
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// Returns the op that multiplies or divides the input of `quantize` by one
/// factor, if the scale of `quantize` is 1. Returns null otherwise. Graphs that
/// apply the scale themselves contain such an op.
static Operation *getOuterFactor(QuantizeOp quantize,
                                 const ScaleProvenance &scales) {
  ScaleSource scale = scales.trace(quantize.getScale());
  if (scale.kind != ScaleSource::Kind::Constant || scale.constant != 1.0)
    return nullptr;
  Operation *op = quantize.getInput().getDefiningOp();
  if (auto generic = dyn_cast_or_null<linalg::GenericOp>(op))
    op = generic.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  return isa_and_nonnull<arith::DivFOp, arith::MulFOp>(op) ? op : nullptr;
}

/// Reports codes of this step that are decoded by another scale.
static void checkDecode(Operation *op, StringRef operand, Value codes,
                        Value scaleInv, const ScaleProvenance &scales,
                        NumericsRule::Report report) {
  auto maker = getMovedRoot(codes, Move::Retype).getDefiningOp<QuantizeOp>();
  if (!maker || getMovedRoot(codes, Move::Retype) != maker.getCodes())
    return;
  if (maker.makesScale()) {
    auto other =
        getMovedRoot(scaleInv, Move::Retype).getDefiningOp<QuantizeOp>();
    if (other && other != maker)
      report(
          {op,
           ("expected " + operand + " to be the scale_inv of " +
            describe(codes) + ", but it is the scale_inv of " +
            describe(other.getCodes()))
               .str(),
           "use the second result of the fp8.quantize that computes the codes",
           maker, "the codes are computed here"});
    return;
  }
  // The graph applies the scale of these codes itself, before the fp8.quantize,
  // whose scale is 1.
  if (getOuterFactor(maker, scales))
    return;
  ScaleSource encoded = scales.trace(maker.getScale());
  ScaleSource decoded = scales.trace(scaleInv);
  if (!scales.isOther(encoded, decoded))
    return;
  report({op,
          ("expected " + operand + " to be the inverse of the scale of " +
           describe(codes) + ", which is " + describe(encoded) +
           ", but it comes from " + describe(decoded))
              .str(),
          "decode with the inverse of the scale that encoded the values", maker,
          "the codes are computed here"});
}

//===----------------------------------------------------------------------===//
// The rule
//===----------------------------------------------------------------------===//

void ScaleReuse::check(const NumericsContext &context, Report report) const {
  const ScaleProvenance &scales = context.scales;
  auto checkRead = [&](Operation *op, StringRef operand, Value codes,
                       Value scaleInv) {
    ScaleSource source = scales.trace(scaleInv);
    if (!checkFactor(op, operand, source, /*wantsInverse=*/true, codes, scales,
                     report))
      return;
    checkDecode(op, operand, codes, scaleInv, scales, report);
    checkStateCodes(op, operand, codes, scaleInv, scales, report);
  };
  context.getFunc().walk([&](Operation *op) {
    if (auto quantize = dyn_cast<QuantizeOp>(op)) {
      if (quantize.makesScale())
        return;
      ScaleSource source = scales.trace(quantize.getScale());
      if (checkFactor(op, "the scale", source, /*wantsInverse=*/false,
                      quantize.getCodes(), scales, report) &&
          checkStale(quantize, source, context, report))
        checkMeasured(quantize, source, scales, report);
    } else if (auto dequantize = dyn_cast<DequantizeOp>(op)) {
      checkRead(op, "scale_inv", dequantize.getCodes(),
                dequantize.getScaleInv());
    } else if (auto contract = dyn_cast<ContractOp>(op)) {
      if (contract.getLhsScaleInv())
        checkRead(op, "lhs_scale_inv", contract.getLhs(),
                  contract.getLhsScaleInv());
      if (contract.getRhsScaleInv())
        checkRead(op, "rhs_scale_inv", contract.getRhs(),
                  contract.getRhsScaleInv());
    }
  });
}

const NumericsRule *mlir::fp8::getScaleReuseRule() {
  static const ScaleReuse rule;
  return &rule;
}
