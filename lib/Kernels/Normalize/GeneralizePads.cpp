//===- GeneralizePads.cpp - --fp8-generalize-pads -------------------------===//

#include "fp8/Analysis/CollectOps.h"
#include "fp8/Analysis/IndexBounds.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Utils/ComputedAccesses.h"
#include "fp8/Utils/CreateElements.h"
#include "fp8/Utils/Uniform.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_GENERALIZEPADSPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Replaces `op` by a generic with one iteration per result element. `create`
/// computes the element from the elements of `inputs` at the same index.
static void replaceByGeneric(RewriterBase &rewriter, Operation *op,
                             ValueRange inputs, CreateElement create) {
  rewriter.setInsertionPoint(op);
  rewriter.replaceOp(
      op, createElements(rewriter, op->getLoc(),
                         cast<RankedTensorType>(op->getResult(0).getType()),
                         inputs, create));
}

static LogicalResult generalize(RewriterBase &rewriter, tensor::PadOp pad) {
  Value padding = pad.getConstantPaddingValue();
  RankedTensorType type = pad.getResultType();
  bool isStatic = pad.getSourceType().hasStaticShape() &&
                  type.hasStaticShape() &&
                  !llvm::any_of(pad.getStaticLow(), ShapedType::isDynamic);
  // Upstream's verifier does not compare the element types.
  bool casts = pad.getSourceType().getElementType() != type.getElementType();
  if (!padding || !isStatic || casts ||
      pad.getSourceType().getNumElements() == 0) {
    InFlightDiagnostic diag = pad.emitError("unsupported by "
                                            "fp8-generalize-pads: a pad of ")
                              << pad.getSourceType() << " to " << type;
    diag.attachNote() << "supported: non-empty static shapes with one "
                         "padding value and one element type";
    return diag;
  }
  // The constant is in the region of the pad, which is erased.
  if (Operation *constant = padding.getDefiningOp();
      constant && pad->isProperAncestor(constant)) {
    rewriter.setInsertionPoint(pad);
    padding = rewriter.clone(*constant)->getResult(0);
  }
  PlacedTensor source{pad.getSource(), pad.getMixedLowPad(), type.getShape()};
  replaceByGeneric(rewriter, pad, {}, [&](ArithmeticBuilder &b, ValueRange) {
    return source.createElement(b, b.getLoc(), padding);
  });
  return success();
}

/// Maximum number of slices that are inserted into one uniform tensor. The
/// bound limits the cost of an element, which tests whether it is in each of
/// the slices.
static constexpr unsigned kMaxSlices = 8;

/// Returns true if offsets of the slice are computed at run time and its
/// strides are one.
template <typename SliceOp>
static bool isAtComputedPosition(SliceOp slice) {
  return slice.hasUnitStride() && slice.getSourceType().hasStaticShape() &&
         cast<RankedTensorType>(slice.getResult().getType()).hasStaticShape() &&
         ShapedType::isDynamicShape(slice.getStaticOffsets()) &&
         !ShapedType::isDynamicShape(slice.getStaticSizes()) &&
         cast<RankedTensorType>(slice.getResult().getType()).getNumElements() >
             0;
}

/// Returns true if `insert` can be expressed as a pad, or extends one: the
/// destination is uniform, or is the result of earlier such inserts. Other
/// inserts are performed in place.
static bool isPad(tensor::InsertSliceOp insert,
                  const llvm::DenseMap<Value, unsigned> &padded) {
  RankedTensorType source = insert.getSourceType();
  return insert.hasUnitStride() && source.hasStaticShape() &&
         insert.getDestType().hasStaticShape() && source.getNumElements() > 0 &&
         source.getRank() == insert.getDestType().getRank() &&
         !ShapedType::isDynamicShape(insert.getStaticOffsets()) &&
         (matchUniform(insert.getDest()) ||
          (padded.contains(insert.getDest()) &&
           padded.lookup(insert.getDest()) < kMaxSlices));
}

/// Returns the scalar that all elements of `uniform` equal.
static Value createScalar(OpBuilder &b, Location loc, const Uniform &uniform,
                          Type element) {
  if (uniform.constant)
    return arith::ConstantOp::create(
        b, loc, b.getFloatAttr(element, *uniform.constant));
  Value value = uniform.value;
  if (auto type = dyn_cast<RankedTensorType>(value.getType())) {
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    value = tensor::ExtractOp::create(b, loc, value,
                                      SmallVector<Value>(type.getRank(), zero));
  }
  return value;
}

/// Returns the reassociation that collapses a slice of type `full`, which has
/// all dimensions of the tensor, to the rank-reduced type `slice`.
static SmallVector<ReassociationIndices> joinUnitDims(RankedTensorType full,
                                                      RankedTensorType slice) {
  return *getReassociationIndicesForReshape(full, slice);
}

static void generalize(RewriterBase &rewriter, tensor::InsertSliceOp insert) {
  RankedTensorType type = insert.getDestType();
  rewriter.setInsertionPoint(insert);
  Value inserted = insert.getSource();
  if (insert.getSourceType().getRank() != type.getRank()) {
    auto full = insert.getSourceType().clone(insert.getStaticSizes());
    inserted = tensor::ExpandShapeOp::create(
        rewriter, insert.getLoc(), full, inserted,
        joinUnitDims(full, insert.getSourceType()));
  }
  PlacedTensor source{inserted, insert.getMixedOffsets(), type.getShape()};
  std::optional<Uniform> uniform = matchUniform(insert.getDest());
  if (!uniform)
    return replaceByGeneric(rewriter, insert, insert.getDest(),
                            [&](ArithmeticBuilder &b, ValueRange arguments) {
                              return source.createElement(b, b.getLoc(),
                                                          arguments.front());
                            });
  Value around =
      createScalar(rewriter, insert.getLoc(), *uniform, type.getElementType());
  replaceByGeneric(rewriter, insert, {}, [&](ArithmeticBuilder &b, ValueRange) {
    return source.createElement(b, b.getLoc(), around);
  });
}

/// Replaces a slice by a generic that extracts its elements. The start is
/// clamped so that all elements are in bounds.
static void generalize(RewriterBase &rewriter, tensor::ExtractSliceOp slice) {
  Location loc = slice.getLoc();
  RankedTensorType source = slice.getSourceType();
  RankedTensorType full = source.clone(slice.getStaticSizes());
  rewriter.setInsertionPoint(slice);
  auto create = [&](ArithmeticBuilder &b, ValueRange) -> Value {
    SmallVector<Value> indices;
    IntRanges ranges;
    for (auto [dim, offset] : llvm::enumerate(slice.getMixedOffsets())) {
      Value index = linalg::IndexOp::create(b, dim);
      if (!isConstantIntValue(offset, 0)) {
        OpFoldResult start = createNearestStart(
            b, ranges, b.getLoc(), offset, full.getDimSize(dim),
            /*stride=*/1, source.getDimSize(dim));
        index =
            b.add(index, getValueOrCreateConstantIndexOp(b, b.getLoc(), start));
      }
      indices.push_back(index);
    }
    return tensor::ExtractOp::create(b, slice.getSource(), indices);
  };
  Value result = createElements(rewriter, loc, full, {}, create);
  if (slice.getType() != full)
    result =
        tensor::CollapseShapeOp::create(rewriter, loc, slice.getType(), result,
                                        joinUnitDims(full, slice.getType()));
  rewriter.replaceOp(slice, result);
}

namespace {
struct GeneralizePads : fp8::impl::GeneralizePadsPassBase<GeneralizePads> {
  void runOnOperation() override {
    auto pads = collectOps<tensor::PadOp>(getOperation());
    IRRewriter rewriter(&getContext());
    for (tensor::PadOp pad : pads)
      if (failed(generalize(rewriter, pad)))
        return signalPassFailure();
    // Maps each padded tensor to the number of slices in it.
    llvm::DenseMap<Value, unsigned> padded;
    SmallVector<tensor::InsertSliceOp> inserts;
    getOperation()->walk([&](tensor::InsertSliceOp insert) {
      if (!isPad(insert, padded))
        return;
      padded[insert.getResult()] = padded.lookup(insert.getDest()) + 1;
      inserts.push_back(insert);
    });
    getOperation()->walk([&](tensor::InsertSliceOp insert) {
      if (isAtComputedPosition(insert))
        inserts.push_back(insert);
    });
    for (tensor::InsertSliceOp insert : inserts)
      generalize(rewriter, insert);
    auto slices = collectOps<tensor::ExtractSliceOp>(
        getOperation(), [](tensor::ExtractSliceOp slice) {
          return isAtComputedPosition(slice);
        });
    for (tensor::ExtractSliceOp slice : slices)
      generalize(rewriter, slice);
    if (pads.empty() && inserts.empty() && slices.empty())
      markAllAnalysesPreserved();
  }
};
} // namespace
