//===- Tiles.cpp - tiles of the operands of fp8 ops -----------------------===//

#include "Tiles.h"
#include "fp8/IR/CloneOp.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include <numeric>

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

void TileSpec::addLoops(Value value) {
  auto type = cast<ShapedType>(value.getType());
  for (unsigned d = 0, e = type.getRank(); d < e; ++d)
    domain.push_back({value, d});
}

void TileSpec::addWhole(unsigned count) {
  operands.resize(operands.size() + count);
}

static OperandDim getOperandDim(AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return {dim.getPosition()};
  return {std::nullopt};
}

void TileSpec::addMapped(AffineMap map) {
  operands.push_back(llvm::map_to_vector(map.getResults(), getOperandDim));
}

void TileSpec::addGranules(GranularityAttr granularity, ArrayRef<int64_t> shape,
                           AffineMap map, bool mayCutRows) {
  constexpr StringLiteral inOneRow = "a row has one scale";
  constexpr StringLiteral inOneGroup = "groups run over the flattened tensor";
  constexpr StringLiteral inStaticShape = "groups are of a static shape";
  SmallVector<OperandDim> dims =
      llvm::map_to_vector(map.getResults(), getOperandDim);
  switch (granularity.getKind()) {
  case GranularityKind::Tensor:
    dims.clear();
    break;
  case GranularityKind::Row:
    if (!mayCutRows)
      untiled.push_back({*dims.back().loop, inOneRow});
    dims.pop_back();
    break;
  case GranularityKind::MX:
  case GranularityKind::Block:
    for (auto [d, dim] : llvm::enumerate(dims))
      dim.granule = granularity.getExtent(d, dims.size());
    break;
  case GranularityKind::Group: {
    if (dims.empty()) {
      dims.push_back({std::nullopt});
      break;
    }
    // A tile is contiguous in the flattened tensor only if it divides no
    // dimension except the first.
    for (const OperandDim &dim : ArrayRef(dims).drop_front())
      untiled.push_back({*dim.loop, inOneGroup});
    if (dims[0].loop)
      constant.push_back({*dims[0].loop, inStaticShape});
    int64_t size = granularity.getSizes()[0];
    int64_t inner = ShapedType::getNumElements(shape.drop_front());
    int64_t common = std::gcd(size, inner);
    dims.resize(1);
    dims[0].granule = size / common;
    dims[0].entries = inner / common;
    break;
  }
  }
  operands.push_back(std::move(dims));
}

SmallVector<Range> fp8::getIterationDomain(OpBuilder &builder, Operation *op,
                                           const TileSpec &spec) {
  SmallVector<Range> ranges;
  for (auto [value, d] : spec.domain) {
    OpFoldResult extent =
        isa<RankedTensorType>(value.getType())
            ? tensor::getMixedSize(builder, op->getLoc(), value, d)
            : memref::getMixedSize(builder, op->getLoc(), value, d);
    ranges.push_back(
        {builder.getIndexAttr(0), extent, builder.getIndexAttr(1)});
  }
  return ranges;
}

//===----------------------------------------------------------------------===//
// Granule boundaries
//===----------------------------------------------------------------------===//

static int64_t getKnownDivisor(Value value);

static int64_t getKnownDivisor(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return std::abs(*constant);
  return getKnownDivisor(cast<Value>(value));
}

static int64_t getKnownDivisor(AffineExpr expr, AffineMap map,
                               ValueRange operands) {
  auto recurse = [&](AffineExpr part) {
    return getKnownDivisor(part, map, operands);
  };
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return std::abs(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getKnownDivisor(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return getKnownDivisor(operands[map.getNumDims() + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = recurse(binary.getLHS()), rhs = recurse(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Add)
    return std::gcd(lhs, rhs);
  if (expr.getKind() == AffineExprKind::Mul)
    return lhs * rhs;
  return 1;
}

/// Returns a number that is known to divide `value`; 0 if `value` is 0, which
/// every number divides. Handles the values that tiling creates: induction
/// variables of loops, and affine.apply ops on them.
static int64_t getKnownDivisor(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast_or_null<LoopLikeOpInterface>(
        argument.getOwner()->getParentOp());
    std::optional<SmallVector<Value>> ivs;
    if (loop)
      ivs = loop.getLoopInductionVars();
    std::optional<SmallVector<OpFoldResult>> bounds, steps;
    if (ivs) {
      bounds = loop.getLoopLowerBounds();
      steps = loop.getLoopSteps();
    }
    if (!bounds || !steps)
      return 1;
    for (auto [iv, bound, step] : llvm::zip_equal(*ivs, *bounds, *steps))
      if (iv == value)
        return std::gcd(getKnownDivisor(bound), getKnownDivisor(step));
    return 1;
  }
  if (auto apply = value.getDefiningOp<affine::AffineApplyOp>())
    return getKnownDivisor(apply.getAffineMap().getResult(0),
                           apply.getAffineMap(), apply.getMapOperands());
  return 1;
}

/// Returns true if a tile that starts on a granule boundary also ends on one.
/// This requires that `size` is a multiple of `granule`, or that the tile
/// reaches the end of the dimension, as with `affine.min(tile, extent -
/// offset)`.
static bool endsOnBoundary(OpFoldResult offset, OpFoldResult size,
                           int64_t extent, int64_t granule) {
  if (getKnownDivisor(size) % granule == 0)
    return true;
  if (ShapedType::isDynamic(extent))
    return false;
  std::optional<int64_t> constantSize = getConstantIntValue(size);
  if (constantSize) {
    std::optional<int64_t> constantOffset = getConstantIntValue(offset);
    return constantOffset && *constantOffset + *constantSize == extent;
  }
  auto min = cast<Value>(size).getDefiningOp<affine::AffineMinOp>();
  auto offsetValue = dyn_cast<Value>(offset);
  if (!min || !offsetValue)
    return false;
  AffineMap map = min.getAffineMap();
  AffineExpr offsetExpr;
  for (auto [i, operand] : llvm::enumerate(min.getOperands()))
    if (operand == offsetValue)
      offsetExpr =
          i < map.getNumDims()
              ? getAffineDimExpr(i, map.getContext())
              : getAffineSymbolExpr(i - map.getNumDims(), map.getContext());
  return llvm::all_of(map.getResults(), [&](AffineExpr expr) {
    if (getKnownDivisor(expr, map, min.getOperands()) % granule == 0)
      return true;
    if (!offsetExpr)
      return false;
    auto end = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
        expr + offsetExpr, map.getNumDims(), map.getNumSymbols()));
    return end && end.getValue() == extent;
  });
}

/// Returns true if the tile covers all of dimension `d` of `value`.
static bool isWhole(OpFoldResult offset, OpFoldResult size, Value value,
                    unsigned d) {
  if (!isConstantIntValue(offset, 0))
    return false;
  auto type = cast<ShapedType>(value.getType());
  if (!type.isDynamicDim(d))
    return isConstantIntValue(size, type.getDimSize(d));
  auto extent = dyn_cast<Value>(size);
  auto dimOp = extent ? extent.getDefiningOp<tensor::DimOp>() : nullptr;
  return dimOp && dimOp.getSource() == value &&
         dimOp.getConstantIndex() == static_cast<int64_t>(d);
}

/// Reports why an op cannot be tiled, to the rewriter and in a remark. Returns
/// failure.
static LogicalResult fail(OpBuilder &builder, Operation *op,
                          const Twine &reason) {
  remark::missed(op->getLoc(),
                 remark::RemarkOpts::name("tile").category("fp8-tile"))
      << "not tiled: " << reason.str();
  OpBuilder::Listener *listener = builder.getListener();
  if (listener && listener->getKind() ==
                      OpBuilder::ListenerBase::Kind::RewriterBaseListener)
    static_cast<RewriterBase::Listener *>(listener)->notifyMatchFailure(
        op->getLoc(), [&](Diagnostic &diag) { diag << reason; });
  return failure();
}

/// Returns true if the result depends on the position of the local tensor in
/// the whole tensor, or the op has such a position.
template <typename OpTy>
static bool hasPlace(OpTy op) {
  return op.getGlobalShape() || op.getSeed();
}

static LogicalResult verifyTile(OpBuilder &builder, Operation *op,
                                const TileSpec &spec,
                                ArrayRef<OpFoldResult> offsets,
                                ArrayRef<OpFoldResult> sizes) {
  for (auto [loop, reason] : spec.untiled) {
    auto [value, d] = spec.domain[loop];
    if (!isWhole(offsets[loop], sizes[loop], value, d))
      return fail(builder, op,
                  "dimension " + Twine(loop) + " must stay whole, because " +
                      reason);
  }
  for (const SmallVector<OperandDim> &operand : spec.operands)
    for (auto [loop, granule, entries] : operand) {
      if (granule == 1)
        continue;
      auto [value, d] = spec.domain[*loop];
      int64_t extent = cast<ShapedType>(value.getType()).getDimSize(d);
      if (getKnownDivisor(offsets[*loop]) % granule != 0 ||
          !endsOnBoundary(offsets[*loop], sizes[*loop], extent, granule))
        return fail(builder, op,
                    "tiles of dimension " + Twine(*loop) +
                        " must be a multiple of its granule, " +
                        Twine(granule));
    }
  for (auto [loop, reason] : spec.constant)
    if (!getConstantIntValue(sizes[loop]))
      return fail(builder, op,
                  "tiles of dimension " + Twine(loop) +
                      " must have a constant size, because " + reason);
  auto isDynamic = [](auto op) {
    return op && hasPlace(op) && !ShapedType::isStaticShape(op.getWholeShape());
  };
  if (isDynamic(dyn_cast<QuantizeOp>(op)) || isDynamic(dyn_cast<UpdateOp>(op)))
    return fail(builder, op, "draws need the static shape of the whole tensor");
  return success();
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

void fp8::getOperandTile(OpBuilder &builder, Location loc,
                         ArrayRef<OperandDim> operand,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes,
                         SmallVectorImpl<OpFoldResult> &operandOffsets,
                         SmallVectorImpl<OpFoldResult> &operandSizes) {
  AffineExpr d0 = builder.getAffineDimExpr(0);
  for (auto [loop, granule, entries] : operand) {
    if (!loop) {
      operandOffsets.push_back(builder.getIndexAttr(0));
      operandSizes.push_back(builder.getIndexAttr(1));
      continue;
    }
    if (granule == 1 && entries == 1) {
      operandOffsets.push_back(offsets[*loop]);
      operandSizes.push_back(sizes[*loop]);
      continue;
    }
    operandOffsets.push_back(affine::makeComposedFoldedAffineApply(
        builder, loc, d0.floorDiv(granule) * entries, {offsets[*loop]}));
    operandSizes.push_back(affine::makeComposedFoldedAffineApply(
        builder, loc, (d0 * entries).ceilDiv(granule), {sizes[*loop]}));
  }
}

LogicalResult fp8::getDomainTile(OpBuilder &builder, Operation *op,
                                 const TileSpec &spec,
                                 ArrayRef<OperandDim> operand,
                                 ArrayRef<OpFoldResult> offsets,
                                 ArrayRef<OpFoldResult> sizes,
                                 SmallVectorImpl<OpFoldResult> &domainOffsets,
                                 SmallVectorImpl<OpFoldResult> &domainSizes) {
  if (llvm::any_of(operand, [](const OperandDim &dim) {
        return !dim.loop || dim.entries != 1;
      }))
    return fail(builder, op, "a tile of this result is no tile of the op");
  Location loc = op->getLoc();
  for (Range range : getIterationDomain(builder, op, spec)) {
    domainOffsets.push_back(range.offset);
    domainSizes.push_back(range.size);
  }
  AffineExpr d0 = builder.getAffineDimExpr(0), d1 = builder.getAffineDimExpr(1),
             d2 = builder.getAffineDimExpr(2);
  for (auto [i, dim] : llvm::enumerate(operand)) {
    unsigned loop = *dim.loop;
    OpFoldResult extent = domainSizes[loop];
    domainOffsets[loop] = offsets[i];
    domainSizes[loop] = sizes[i];
    if (dim.granule == 1)
      continue;
    domainOffsets[loop] = affine::makeComposedFoldedAffineApply(
        builder, loc, d0 * dim.granule, {offsets[i]});
    // The last granule may be shorter.
    domainSizes[loop] = affine::makeComposedFoldedAffineMin(
        builder, loc,
        AffineMap::get(3, 0, {d0 * dim.granule, d1 - d2}, builder.getContext()),
        {sizes[i], extent, domainOffsets[loop]});
  }
  return success();
}

/// Adds the offsets of a tile to the position of `op` in the whole tensor, so
/// that the counter-based RNG generates the same bits for each element.
template <typename OpTy>
static void shiftPlacement(OpBuilder &builder, OpTy op,
                           ArrayRef<int64_t> wholeShape,
                           ArrayRef<OpFoldResult> tileOffsets) {
  AffineExpr d0 = builder.getAffineDimExpr(0), d1 = builder.getAffineDimExpr(1);
  SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  for (auto [offset, tileOffset] : llvm::zip_equal(offsets, tileOffsets))
    offset = affine::makeComposedFoldedAffineApply(
        builder, op.getLoc(), d0 + d1, {offset, tileOffset});
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(offsets, dynamic, constant);
  op.getOffsetsMutable().assign(dynamic);
  op.setStaticOffsets(constant);
  op.setGlobalShape(wholeShape);
}

FailureOr<TilingResult> fp8::tile(OpBuilder &builder, Operation *op,
                                  const TileSpec &spec,
                                  ArrayRef<OpFoldResult> offsets,
                                  ArrayRef<OpFoldResult> sizes) {
  if (failed(verifyTile(builder, op, spec, offsets, sizes)))
    return failure();
  Location loc = op->getLoc();
  SmallVector<Value> operands;
  SmallVector<Operation *> slices;
  for (auto [value, dims] : llvm::zip_equal(op->getOperands(), spec.operands)) {
    if (dims.empty()) {
      operands.push_back(value);
      continue;
    }
    SmallVector<OpFoldResult> sliceOffsets, sliceSizes;
    getOperandTile(builder, loc, dims, offsets, sizes, sliceOffsets,
                   sliceSizes);
    SmallVector<OpFoldResult> strides(dims.size(), builder.getIndexAttr(1));
    Operation *slice;
    if (isa<RankedTensorType>(value.getType()))
      slice = tensor::ExtractSliceOp::create(builder, loc, value, sliceOffsets,
                                             sliceSizes, strides);
    else
      slice = memref::SubViewOp::create(builder, loc, value, sliceOffsets,
                                        sliceSizes, strides);
    slices.push_back(slice);
    operands.push_back(slice->getResult(0));
  }
  SmallVector<Type> types;
  for (OpOperand &init :
       cast<DestinationStyleOpInterface>(op).getDpsInitsMutable())
    if (Type type = operands[init.getOperandNumber()].getType();
        isa<RankedTensorType>(type))
      types.push_back(type);
  Operation *tiled = cloneWithOperands(builder, op, types, operands);
  if (auto quantize = dyn_cast<QuantizeOp>(op); quantize && hasPlace(quantize))
    shiftPlacement(builder, cast<QuantizeOp>(tiled), quantize.getWholeShape(),
                   offsets);
  if (auto update = dyn_cast<UpdateOp>(op); update && hasPlace(update))
    shiftPlacement(builder, cast<UpdateOp>(tiled), update.getWholeShape(),
                   offsets);
  return TilingResult{
      {tiled}, SmallVector<Value>(tiled->getResults()), std::move(slices)};
}
