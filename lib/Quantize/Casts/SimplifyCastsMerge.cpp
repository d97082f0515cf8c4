//===- SimplifyCastsMerge.cpp - merges equal quantize ops -----------------===//

#include "CastLayouts.h"
#include "SimplifyCasts.h"

#include "fp8/Analysis/CollectOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if both ops compute the same codes and scales of one tensor.
static bool makeEqualCodes(QuantizeOp a, QuantizeOp b) {
  return a.getCodes().getType() == b.getCodes().getType() &&
         a.getScale() == b.getScale() &&
         a.getGranularityOrTensor() == b.getGranularityOrTensor() &&
         a.getScaling().value_or(ScalingAttr()) ==
             b.getScaling().value_or(ScalingAttr()) &&
         a.getRounding() == b.getRounding() && a.getSeed() == b.getSeed() &&
         a.getStep() == b.getStep() && a.getStream() == b.getStream() &&
         a.getUse() == b.getUse() && a.getUseOffset() == b.getUseOffset() &&
         a.getMixedOffsets() == b.getMixedOffsets() &&
         a.getWholeShape() == b.getWholeShape();
}

/// Replaces `second` by `first`, an earlier op that computes equal codes.
static void replaceQuantize(QuantizeOp first, QuantizeOp second) {
  // The input, random bits, rounding mode and scale are equal, so the codes are
  // equal.
  second.getCodes().replaceAllUsesWith(first.getCodes());
  if (second.makesScale())
    second.getScaleInv().replaceAllUsesWith(first.getScaleInv());
  if (usesAmax(second) && first.getWithAmax()) {
    second.getAmax().replaceAllUsesWith(first.getAmax());
  } else if (usesAmax(second)) {
    // The amax depends only on the input, so that a separate op can compute it.
    OpBuilder builder(second);
    auto amax = AmaxOp::create(builder, second.getLoc(), second.getInput(),
                               second.getAmaxInit());
    second.getAmax().replaceAllUsesWith(amax.getResult());
  }
  second.erase();
}

/// Returns true if `whole` and `op` use the same single scale and round to
/// nearest, and `op` quantizes a slice of the input of `whole`.
static bool isSliceOf(QuantizeOp whole, QuantizeOp op) {
  return whole.getGranularityOrTensor().isTensor() &&
         op.getGranularityOrTensor().isTensor() &&
         whole.getScale() == op.getScale() &&
         whole.getFormat() == op.getFormat() &&
         whole.getRounding() == RoundingMode::NearestEven &&
         op.getRounding() == RoundingMode::NearestEven && !usesAmax(op);
}

template <typename Predicate>
static QuantizeOp findBefore(Value source, QuantizeOp op, DominanceInfo &info,
                             Predicate matches) {
  for (Operation *user : source.getUsers())
    if (auto other = dyn_cast<QuantizeOp>(user))
      if (other != op && other.getInput() == source && matches(other) &&
          info.properlyDominates(other, op))
        return other;
  return nullptr;
}

bool mlir::fp8::mergeQuantizes(Operation *root) {
  bool changed = false;
  DominanceInfo info(root);
  for (QuantizeOp op : collectOps<QuantizeOp>(root)) {
    if (!isa<RankedTensorType>(op.getInput().getType()))
      continue;
    QuantizeOp equal =
        findBefore(op.getInput(), op, info, [&](QuantizeOp other) {
          bool isAmaxLost = usesAmax(op) && other.getWithAmax() &&
                            other.getAmaxInit() != op.getAmaxInit();
          return makeEqualCodes(other, op) && !isAmaxLost;
        });
    if (equal) {
      replaceQuantize(equal, op);
      changed = true;
      continue;
    }
    auto slice = op.getInput().getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || !getCastLayoutSource(slice))
      continue;
    QuantizeOp whole =
        findBefore(slice.getSource(), op, info,
                   [&](QuantizeOp other) { return isSliceOf(other, op); });
    if (!whole)
      continue;
    OpBuilder builder(op);
    op.getCodes().replaceAllUsesWith(
        rebuildLayout(builder, slice, whole.getCodes()));
    op.erase();
    changed = true;
  }
  return changed;
}
