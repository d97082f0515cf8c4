//===- SimplifyCastsMerge.cpp - one quantize where several are equal ------===//

#include "CastLayouts.h"
#include "SimplifyCasts.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace mlir::fp8;

/// The two make the same codes, and the same scales, of one tensor.
static bool makeEqualCodes(QuantizeOp a, QuantizeOp b) {
  return a.getCodes().getType() == b.getCodes().getType() &&
         a.getScale() == b.getScale() &&
         a.getGranularityOrTensor() == b.getGranularityOrTensor() &&
         a.getScaling().value_or(ScalingAttr()) ==
             b.getScaling().value_or(ScalingAttr()) &&
         a.getRounding() == b.getRounding() && a.getSeed() == b.getSeed() &&
         a.getStep() == b.getStep() && a.getStream() == b.getStream() &&
         a.getUse() == b.getUse() &&
         a.getMixedOffsets() == b.getMixedOffsets() &&
         a.getWholeShape() == b.getWholeShape();
}

/// Replaces `second` by `first`, which comes before it and makes equal codes.
static void replaceQuantize(QuantizeOp first, QuantizeOp second) {
  // Draws, rounding and scales are the same, so are the codes.
  second.getCodes().replaceAllUsesWith(first.getCodes());
  if (second.makesScale())
    second.getScaleInv().replaceAllUsesWith(first.getScaleInv());
  if (usesAmax(second) && first.getWithAmax()) {
    second.getAmax().replaceAllUsesWith(first.getAmax());
  } else if (usesAmax(second)) {
    // An amax is the same by whatever op it is measured.
    OpBuilder builder(second);
    auto amax = AmaxOp::create(builder, second.getLoc(), second.getInput(),
                               second.getAmaxInit());
    second.getAmax().replaceAllUsesWith(amax.getResult());
  }
  second.erase();
}

/// A quantize by one scale, to nearest, of a tensor that `op` quantizes a slice
/// of, by the same scale.
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
  SmallVector<QuantizeOp> ops;
  root->walk([&](QuantizeOp op) {
    if (isa<RankedTensorType>(op.getInput().getType()))
      ops.push_back(op);
  });
  for (QuantizeOp op : ops) {
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
