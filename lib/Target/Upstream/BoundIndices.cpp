//===- BoundIndices.cpp - --fp8-upstream-bound-indices --------------------===//

#include "fp8/Analysis/IndexBounds.h"
#include "fp8/Target/Upstream/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_UPSTREAMBOUNDINDICESPASS
#include "fp8/Target/Upstream/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Clamps the offsets of `slice` so that it lies within `whole`.
template <typename SliceOp>
static LogicalResult boundStart(IntRanges &ranges, SliceOp slice,
                                RankedTensorType whole) {
  if (!ShapedType::isDynamicShape(slice.getStaticOffsets()))
    return success();
  if (ShapedType::isDynamicShape(slice.getStaticSizes()) ||
      ShapedType::isDynamicShape(slice.getStaticStrides()) ||
      !whole.hasStaticShape()) {
    InFlightDiagnostic diag = slice.emitError(
        "unsupported by fp8-upstream-bound-indices: a slice at a computed "
        "position whose sizes or steps are not constants");
    diag.attachNote() << "supported: computed positions in static shapes";
    return diag;
  }
  OpBuilder b(slice);
  SmallVector<Value> starts;
  for (auto [dim, offset] : llvm::enumerate(slice.getMixedOffsets())) {
    OpFoldResult start = createNearestStart(
        b, ranges, slice.getLoc(), offset, slice.getStaticSizes()[dim],
        slice.getStaticStrides()[dim], whole.getDimSize(dim));
    if (auto value = dyn_cast<Value>(start))
      starts.push_back(value);
  }
  slice.getOffsetsMutable().assign(starts);
  return success();
}

static LogicalResult boundIndices(IntRanges &ranges, Operation *op) {
  OpBuilder b(op);
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    boundIndices(b, ranges, op, extract.getIndicesMutable(),
                 extract.getTensor().getType().getShape());
  else if (auto insert = dyn_cast<tensor::InsertOp>(op))
    boundIndices(b, ranges, op, insert.getIndicesMutable(),
                 insert.getDest().getType().getShape());
  else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return boundStart(ranges, slice, slice.getSourceType());
  else if (auto inserted = dyn_cast<tensor::InsertSliceOp>(op))
    return boundStart(ranges, inserted, inserted.getDestType());
  return success();
}

namespace {
struct UpstreamBoundIndices
    : fp8::impl::UpstreamBoundIndicesPassBase<UpstreamBoundIndices> {
  void runOnOperation() override {
    IntRanges ranges;
    WalkResult result = getOperation()->walk(
        [&](Operation *op) { return WalkResult(boundIndices(ranges, op)); });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
