//===- ForwardSlices.cpp - slices that are read as written ----------------===//

#include "ForwardSlices.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

/// Whether `slice` lies at constants, without gaps.
template <typename SliceOp>
static bool isPlain(SliceOp slice) {
  return slice.hasUnitStride() &&
         !ShapedType::isDynamicShape(slice.getStaticOffsets()) &&
         !ShapedType::isDynamicShape(slice.getStaticSizes());
}

static bool isSamePlace(tensor::ExtractSliceOp read,
                        tensor::InsertSliceOp written) {
  return read.getStaticOffsets() == written.getStaticOffsets() &&
         read.getStaticSizes() == written.getStaticSizes();
}

/// Whether the two have no element in common.
static bool isElsewhere(tensor::ExtractSliceOp read,
                        tensor::InsertSliceOp written) {
  for (auto [a, aSize, b, bSize] :
       llvm::zip_equal(read.getStaticOffsets(), read.getStaticSizes(),
                       written.getStaticOffsets(), written.getStaticSizes()))
    if (a + aSize <= b || b + bSize <= a)
      return true;
  return false;
}

/// What was put where `read` reads, or null.
static tensor::InsertSliceOp findWritten(tensor::ExtractSliceOp read) {
  auto written = read.getSource().getDefiningOp<tensor::InsertSliceOp>();
  while (written && isPlain(written) && !isSamePlace(read, written)) {
    if (!isElsewhere(read, written))
      return nullptr;
    written = written.getDest().getDefiningOp<tensor::InsertSliceOp>();
  }
  return written && isPlain(written) ? written : nullptr;
}

/// `value` in the shape of `type`, which has lost or got dimensions of extent
/// 1; null if they are not found.
static Value reshape(RewriterBase &rewriter, Location loc, Value value,
                     RankedTensorType type) {
  auto from = cast<RankedTensorType>(value.getType());
  if (from == type)
    return value;
  auto groups = getReassociationIndicesForReshape(from, type);
  if (!groups)
    return nullptr;
  if (from.getRank() > type.getRank())
    return tensor::CollapseShapeOp::create(rewriter, loc, type, value, *groups);
  return tensor::ExpandShapeOp::create(rewriter, loc, type, value, *groups);
}

bool fp8::forwardSlices(Operation *root) {
  SmallVector<tensor::ExtractSliceOp> reads;
  root->walk([&](tensor::ExtractSliceOp read) {
    if (isPlain(read))
      reads.push_back(read);
  });
  IRRewriter rewriter(root->getContext());
  bool changed = false;
  for (tensor::ExtractSliceOp read : reads) {
    tensor::InsertSliceOp written = findWritten(read);
    if (!written)
      continue;
    rewriter.setInsertionPoint(read);
    if (Value value = reshape(rewriter, read.getLoc(), written.getSource(),
                              read.getType())) {
      rewriter.replaceOp(read, value);
      changed = true;
    }
  }
  return changed;
}
