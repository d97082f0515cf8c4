//===- AlignScales.cpp - scales of matmuls at aligned addresses -----------===//

#include "AlignScales.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;

/// Number of f32 scales in 16 bytes.
constexpr int64_t kUnit = 4;

/// Single-element slices of one tensor that matmuls read as scales.
using Slices = llvm::SetVector<tensor::ExtractSliceOp>;

static bool isSingleElement(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && type.getNumElements() == 1;
}

/// Returns the slice of a larger f32 tensor from which `scale`, a single
/// element, is read. Returns null if `scale` is not such a slice.
static tensor::ExtractSliceOp getSlice(Value scale) {
  if (!scale || !getElementTypeOrSelf(scale.getType()).isF32() ||
      !isSingleElement(scale))
    return {};
  auto slice = getMovedRoot(scale, Move::Reshape)
                   .getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice || !slice.getSourceType().hasStaticShape() ||
      isSingleElement(slice.getSource()))
    return {};
  return slice;
}

/// Returns true if the slice begins at a multiple of 16 bytes in memory.
static bool isAligned(tensor::ExtractSliceOp slice) {
  // The source is itself a view, which can begin anywhere.
  if (getMovedRoot(slice.getSource(), Move::Reshape)
          .getDefiningOp<tensor::ExtractSliceOp>())
    return false;
  int64_t position = 0;
  for (auto [offset, extent] : llvm::zip_equal(
           slice.getMixedOffsets(), slice.getSourceType().getShape())) {
    std::optional<int64_t> index = getConstantIntValue(offset);
    if (!index)
      return false;
    position = position * extent + *index;
  }
  return position % kUnit == 0;
}

/// Returns a copy of `source` whose elements are 16 bytes apart. The new last
/// dimension has 4 elements, of which only the first is written.
static Value spread(OpBuilder &builder, Value source) {
  auto type = cast<RankedTensorType>(source.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.push_back(kUnit);
  builder.setInsertionPointAfterValue(source);
  Location loc = source.getLoc();
  Value empty =
      tensor::EmptyOp::create(builder, loc, shape, type.getElementType());
  shape.back() = 1;
  SmallVector<OpFoldResult> zeros(shape.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(shape.size(), builder.getIndexAttr(1));
  return tensor::InsertSliceOp::create(
      builder, loc, source, empty, zeros,
      getAsIndexOpFoldResult(builder.getContext(), shape), ones);
}

/// Replaces `slice` by a slice of `spreadSource`.
static void moveSlice(OpBuilder &builder, tensor::ExtractSliceOp slice,
                      Value spreadSource) {
  builder.setInsertionPoint(slice);
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
  offsets.push_back(builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(offsets.size(), builder.getIndexAttr(1));
  auto moved = tensor::ExtractSliceOp::create(
      builder, slice.getLoc(), slice.getResultType(), spreadSource, offsets,
      ones, ones);
  slice.replaceAllUsesWith(moved.getResult());
  slice.erase();
}

void fp8::alignScales(Operation *root) {
  llvm::MapVector<Value, Slices> sources;
  root->walk([&](GemmOp gemm) {
    for (unsigned i : {0, 1})
      if (!gemm.getBlocks(i))
        if (tensor::ExtractSliceOp slice = getSlice(gemm.getScaleInv(i)))
          sources[slice.getSource()].insert(slice);
  });
  OpBuilder builder(root->getContext());
  for (auto &[source, slices] : sources) {
    if (llvm::all_of(slices, isAligned))
      continue;
    // If the tensor is read only through single-element slices, redirect all of
    // these slices, so that the old tensor is not stored.
    SmallVector<tensor::ExtractSliceOp> all;
    for (Operation *user : source.getUsers())
      if (auto slice = dyn_cast<tensor::ExtractSliceOp>(user))
        if (isSingleElement(slice.getResult()))
          all.push_back(slice);
    if (source.getDefiningOp() && all.size() == size_t(source.getNumUses()))
      slices.insert(all.begin(), all.end());
    Value spreadSource = spread(builder, source);
    for (tensor::ExtractSliceOp slice : slices)
      moveSlice(builder, slice, spreadSource);
  }
}
