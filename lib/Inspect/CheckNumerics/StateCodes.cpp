//===- StateCodes.cpp - codes and scales in states ------------------------===//

#include "StateCodes.h"

#include "fp8/Analysis/Movement.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the quantize op whose inverse scale is `update`, the new value of a
/// state, if this op computes its own scale. Returns null otherwise.
static QuantizeOp getMaker(Value update) {
  Value root = getMovedRoot(update, Move::Retype);
  auto quantize = root.getDefiningOp<QuantizeOp>();
  return quantize && quantize.makesScale() && root == quantize.getScaleInv()
             ? quantize
             : QuantizeOp();
}

/// Returns the reason why the next step cannot decode the new codes of `maker`
/// by `state`. Returns an empty string if it can, or if this is unknown.
static std::string getReason(QuantizeOp maker, BlockArgument state,
                             const ScaleProvenance &scales) {
  Value update = scales.getUpdate(state);
  bool isKept = scales.isStale(state);
  if (maker.makesScale()) {
    if (isKept)
      return "which no result updates";
    QuantizeOp other = update ? getMaker(update) : QuantizeOp();
    bool isElsewhere =
        update && (other ? other != maker : scales.trace(update).isKnown());
    return isElsewhere ? "which is updated with other scales" : "";
  }
  ScaleSource encoded = scales.trace(maker.getScale());
  if (isKept) {
    // The encoding scale is that state, which is constant over the steps.
    return encoded.kind == ScaleSource::Kind::Argument &&
                   encoded.argument == state
               ? ""
               : "which no result updates";
  }
  if (!update)
    return "";
  ScaleSource next = scales.trace(update);
  return scales.isOther(encoded, next)
             ? "which is updated with " + describe(next) +
                   ", while the new codes are encoded with " + describe(encoded)
             : "";
}

void mlir::fp8::checkStateCodes(Operation *op, StringRef operand, Value codes,
                                Value scaleInv, const ScaleProvenance &scales,
                                NumericsRule::Report report) {
  auto state = dyn_cast<BlockArgument>(getMovedRoot(codes, Move::Retype));
  Value update = state ? scales.getUpdate(state) : Value();
  if (!update || update == state)
    return;
  ScaleSource source = scales.trace(scaleInv);
  if (source.kind == ScaleSource::Kind::Computed ||
      source.kind == ScaleSource::Kind::Updated) {
    report({op,
            ("expected " + operand + " to be a state like the codes " +
             describe(state) + ", which an earlier step encoded, but it is " +
             describe(source) + ", computed in this step")
                .str(),
            "return scale_inv with the codes, as a separate state"});
    return;
  }
  auto maker = getMovedRoot(update, Move::Retype).getDefiningOp<QuantizeOp>();
  auto factor =
      source.kind == ScaleSource::Kind::Argument
          ? source.argument
          : dyn_cast<BlockArgument>(getMovedRoot(scaleInv, Move::Retype));
  if (!maker || !factor)
    return;
  std::string reason = getReason(maker, factor, scales);
  if (reason.empty())
    return;
  report({op,
          ("expected the codes " + describe(state) +
           " and their scale to be updated together, but " + operand + " is " +
           describe(factor) + ", " + reason)
              .str(),
          "return the inverse of the scale that encodes the new codes as the "
          "update of '" +
              getArgumentName(
                  cast<FunctionOpInterface>(factor.getOwner()->getParentOp()),
                  factor.getArgNumber()) +
              "'",
          maker, "the new codes are computed here"});
}
