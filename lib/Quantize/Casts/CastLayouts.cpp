//===- CastLayouts.cpp - layout ops on codes ------------------------------===//

#include "CastLayouts.h"
#include "fp8/Analysis/Reshape.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/Utils/TensorType.h"
#include "fp8/Utils/Views.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Layout ops
//===----------------------------------------------------------------------===//

bool mlir::fp8::isRelu(Operation *op) {
  return isa_and_nonnull<arith::MaximumFOp>(op) && getCastLayoutSource(op);
}

bool mlir::fp8::needsPositiveScale(Operation *op) {
  return isa<arith::MaximumFOp, tensor::PadOp>(op);
}

Value mlir::fp8::getCastLayoutSource(Operation *op) {
  if (!op || op->getNumResults() != 1)
    return nullptr;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !type.hasStaticShape())
    return nullptr;
  Value source;
  if (isa<linalg::TransposeOp, linalg::BroadcastOp, tensor::ExpandShapeOp,
          tensor::CollapseShapeOp, tensor::ExtractSliceOp>(op))
    source = op->getOperand(0);
  else if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    Value padding = pad.getConstantPaddingValue();
    if (padding && matchPattern(padding, m_PosZeroFloat()))
      source = pad.getSource();
  } else if (auto maximum = dyn_cast<arith::MaximumFOp>(op)) {
    // The maximum with -0 would keep a -0, but a clamp of codes makes it +0.
    if (matchPattern(maximum.getRhs(), m_PosZeroFloat()))
      source = maximum.getLhs();
    else if (matchPattern(maximum.getLhs(), m_PosZeroFloat()))
      source = maximum.getRhs();
  }
  return source && getTensorType(source).hasStaticShape() ? source : nullptr;
}

/// Clamps codes at 0 as i8 values: -0 and all negative codes have the sign bit
/// set. The NaN 0x7F stays, because its sign bit is not set.
static Value buildReluOnCodes(OpBuilder &builder, Location loc, Value codes) {
  ArithmeticBuilder b(loc, builder);
  Value bits = b.bitcast(b.getI8Type(), codes);
  Value zero = b.constant(bits.getType(), 0);
  return b.bitcast(codes.getType(), arith::MaxSIOp::create(b, bits, zero));
}

Value mlir::fp8::rebuildLayout(OpBuilder &builder, Operation *op,
                               Value source) {
  Location loc = op->getLoc();
  Type element = getTensorType(source).getElementType();
  auto type =
      cast<RankedTensorType>(getTensorType(op->getResult(0)).clone(element));
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return createTranspose(builder, loc, source, transpose.getPermutation());
  if (auto broadcast = dyn_cast<linalg::BroadcastOp>(op))
    return linalg::BroadcastOp::create(
               builder, loc, source,
               tensor::EmptyOp::create(builder, loc, type, ValueRange()),
               broadcast.getDimensions())
        ->getResult(0);
  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    Value zero = arith::ConstantOp::create(builder, loc,
                                           builder.getFloatAttr(element, 0.0));
    return tensor::PadOp::create(builder, loc, type, source,
                                 pad.getMixedLowPad(), pad.getMixedHighPad(),
                                 zero);
  }
  if (isRelu(op))
    return buildReluOnCodes(builder, loc, source);
  // Reshapes and slices do not depend on the element type.
  Operation *clone = builder.clone(*op);
  clone->setOperand(0, source);
  clone->getResult(0).setType(type);
  return clone->getResult(0);
}

//===----------------------------------------------------------------------===//
// Scaling blocks
//===----------------------------------------------------------------------===//

/// Returns the number of innermost dimensions that a scaling block may span.
static int64_t getNumGranuleDims(GranularityAttr granularity) {
  return std::max<int64_t>(granularity.getBlockSizes().size(), 1);
}

/// Returns the corresponding granularity of the transposed matrix.
static GranularityAttr transposeBlocks(GranularityAttr granularity) {
  SmallVector<int64_t> sizes(llvm::reverse(granularity.getBlockSizes()));
  // For `mx`, the granularity of rows has no sizes, and the granularity of
  // columns is 32x1.
  if (granularity.isMX())
    sizes = granularity.getSizes().empty() ? SmallVector<int64_t>{32, 1}
                                           : SmallVector<int64_t>();
  return GranularityAttr::get(granularity.getContext(), granularity.getKind(),
                              sizes);
}

static StringRef mapTranspose(ArrayRef<int64_t> permutation,
                              GranularityAttr from, GranularityAttr &to) {
  int64_t rank = permutation.size(), last = rank - 1;
  if (permutation[last] == last &&
      (getNumGranuleDims(from) == 1 || permutation[last - 1] == last - 1))
    return "";
  bool isMatrix = from.isMX() || from.getKind() == GranularityKind::Block;
  if (!isMatrix)
    return "the transpose moves the dimension that granules lie along";
  if (rank < 2 || permutation[last] != last - 1 ||
      permutation[last - 1] != last)
    return "the transpose moves the dimensions that granules lie along";
  to = transposeBlocks(from);
  return "";
}

static StringRef mapReshape(ArrayRef<ReassociationIndices> groups,
                            GranularityAttr granularity) {
  size_t kept = getNumGranuleDims(granularity);
  if (groups.size() < kept ||
      llvm::any_of(groups.take_back(kept),
                   [](const auto &group) { return group.size() != 1; }))
    return "the reshape cuts or joins granules";
  return "";
}

static StringRef mapSlice(tensor::ExtractSliceOp op,
                          GranularityAttr granularity) {
  RankedTensorType type = op.getSourceType();
  if (op.getType().getRank() != type.getRank() || !op.hasUnitStride() ||
      ShapedType::isDynamicShape(op.getStaticOffsets()) ||
      ShapedType::isDynamicShape(op.getStaticSizes()))
    return "only slices of full rank, at constant offsets and without strides, "
           "are followed for granules";
  for (int64_t d = 0; d < type.getRank(); ++d) {
    int64_t extent = type.getDimSize(d), offset = op.getStaticOffset(d),
            size = op.getStaticSize(d);
    int64_t granule = granularity.getExtent(d, type.getRank());
    bool isWhole = offset == 0 && size == extent;
    bool isCut = granule == 0 || offset % granule != 0 ||
                 (size % granule != 0 && offset + size != extent);
    if (!isWhole && isCut)
      return "the slice cuts granules";
  }
  return "";
}

/// Computes the granularity `to` on one side of `op` that corresponds to `from`
/// on the other side. Both directions work alike for all supported ops. Returns
/// why there is none, or an empty string on success.
static StringRef map(Operation *op, GranularityAttr from, GranularityAttr &to) {
  to = from;
  if (from.isTensor())
    return "";
  std::optional<Reshape> reshape = Reshape::match(op);
  if (from.getKind() == GranularityKind::Group)
    return reshape ? "" : "groups run along the flattened tensor";
  if (reshape)
    return mapReshape(reshape->groups, from);
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return mapTranspose(transpose.getPermutation(), from, to);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return mapSlice(slice, from);
  return "only one scale for the whole tensor moves through this op";
}

GranuleMap GranuleMap::forward(Operation *op, GranularityAttr source) {
  GranuleMap result;
  result.op = op;
  result.source = source;
  result.reason = map(op, source, result.other);
  return result;
}

GranuleMap GranuleMap::backward(Operation *op, GranularityAttr granularity) {
  GranuleMap result;
  result.op = op;
  result.reason = map(op, granularity, result.other);
  result.source = result.other;
  return result;
}

static Value sliceScales(OpBuilder &builder, tensor::ExtractSliceOp op,
                         GranularityAttr granularity, Value scales) {
  int64_t rank = op.getSourceType().getRank();
  SmallVector<OpFoldResult> offsets, sizes;
  for (int64_t d = 0; d < getTensorType(scales).getRank(); ++d) {
    int64_t granule = granularity.getExtent(d, rank);
    offsets.push_back(builder.getIndexAttr(op.getStaticOffset(d) / granule));
    sizes.push_back(
        builder.getIndexAttr(llvm::divideCeil(op.getStaticSize(d), granule)));
  }
  SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(builder, op.getLoc(), scales, offsets,
                                        sizes, strides);
}

Value GranuleMap::moveScales(OpBuilder &builder, Value scales) const {
  if (source.isTensor() || source.getKind() == GranularityKind::Group)
    return scales;
  Location loc = op->getLoc();
  RankedTensorType type = getTensorType(scales);
  bool isRow = source.getKind() == GranularityKind::Row;
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return sliceScales(builder, slice, source, scales);
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return createTranspose(builder, loc, scales,
                           transpose.getPermutation().drop_back(isRow ? 1 : 0));
  // Scales of rows do not have the last dimension of the tensor.
  auto expand = dyn_cast<tensor::ExpandShapeOp>(op);
  SmallVector<ReassociationIndices> groups = Reshape::match(op)->groups;
  if (isRow)
    groups.pop_back();
  if (!expand)
    return tensor::CollapseShapeOp::create(builder, loc, scales, groups);
  FailureOr<SmallVector<int64_t>> shape =
      other.getScaleShape(expand.getResultType().getShape());
  return tensor::ExpandShapeOp::create(builder, loc, type.clone(*shape), scales,
                                       groups);
}
