//===- FP8Tiling.cpp - TilingInterface of the fp8 ops ---------------------===//
//
// An amax or another maximum accumulates into its init, so tiles must run one
// after the other. Therefore the dimensions of an op with such a result are
// reduction dimensions. Tilings that would change the bits of a result are
// rejected.
//
//===----------------------------------------------------------------------===//

#include "Tiles.h"

using namespace mlir;
using namespace mlir::fp8;

static AffineMap getIdentity(ShapedType type) {
  return AffineMap::getMultiDimIdentityMap(type.getRank(), type.getContext());
}

static void setIterators(TileSpec &spec, bool areParallel) {
  spec.iterators.assign(spec.domain.size(),
                        areParallel ? utils::IteratorType::parallel
                                    : utils::IteratorType::reduction);
}

//===----------------------------------------------------------------------===//
// Tiles of the operands, in operand order
//===----------------------------------------------------------------------===//

static TileSpec getTileSpec(QuantizeOp op) {
  auto type = cast<ShapedType>(op.getInput().getType());
  AffineMap identity = getIdentity(type);
  TileSpec spec;
  spec.addLoops(op.getInput());
  setIterators(spec, /*areParallel=*/!op.getWithAmax());
  spec.addMapped(identity);
  spec.addWhole(op->getNumOperands() - op.getInits().size() - 1);
  spec.addMapped(identity);
  if (op.makesScale())
    spec.addGranules(op.getGranularityOrTensor(), type.getShape(), identity,
                     /*mayCutRows=*/false);
  spec.addWhole(op.getWithAmax());
  return spec;
}

static TileSpec getTileSpec(DequantizeOp op) {
  auto type = cast<ShapedType>(op.getCodes().getType());
  AffineMap identity = getIdentity(type);
  TileSpec spec;
  spec.addLoops(op.getCodes());
  setIterators(spec, /*areParallel=*/true);
  spec.addMapped(identity);
  spec.addGranules(op.getGranularityOrTensor(), type.getShape(), identity,
                   /*mayCutRows=*/true);
  spec.addMapped(identity);
  return spec;
}

static TileSpec getTileSpec(AmaxOp op) {
  auto type = cast<ShapedType>(op.getInput().getType());
  GranularityAttr granularity = op.getGranularityOrTensor();
  AffineMap identity = getIdentity(type);
  TileSpec spec;
  spec.addLoops(op.getInput());
  setIterators(spec, /*areParallel=*/!granularity.isTensor());
  if (granularity.getKind() == GranularityKind::Row)
    spec.iterators.back() = utils::IteratorType::reduction;
  spec.addMapped(identity);
  spec.addGranules(granularity, type.getShape(), identity,
                   /*mayCutRows=*/true);
  return spec;
}

/// Returns the reason why partial sums cannot be added to the init; empty if
/// they can.
static StringRef getReasonAgainstPartialSums(ContractOp op) {
  if (op.hasEpilogue())
    return "the epilogue needs the whole sum";
  if (!cast<ShapedType>(op.getInit().getType()).getElementType().isF32())
    return "the result would be rounded after each part of the sum";
  return {};
}

static TileSpec getTileSpec(ContractOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  TileSpec spec;
  spec.domain.resize(maps[0].getNumDims());
  for (auto [map, value] : llvm::zip_equal(
           maps, std::array<Value, 3>{op.getLhs(), op.getRhs(), op.getInit()}))
    for (auto [d, expr] : llvm::enumerate(map.getResults()))
      spec.domain[cast<AffineDimExpr>(expr).getPosition()] = {value, d};
  setIterators(spec, /*areParallel=*/!op.getWithAmax());
  StringRef reason = getReasonAgainstPartialSums(op);
  for (unsigned loop : op.getReductionDims()) {
    spec.iterators[loop] = utils::IteratorType::reduction;
    if (!reason.empty())
      spec.untiled.push_back({loop, reason});
  }
  for (unsigned i : {0, 1}) {
    spec.addMapped(maps[i]);
    if (!op.getScaleInv(i))
      continue;
    spec.addGranules(op.getGranularityOrTensor(i),
                     cast<ShapedType>(op.getFactor(i).getType()).getShape(),
                     maps[i], /*mayCutRows=*/true);
    // In a tile, one scale may be common to the whole remaining sum. It would
    // then multiply the sum instead of the elements, which changes the
    // rounding.
    if (op.scalesElements(i))
      for (unsigned loop : op.getReductionDims())
        if (maps[i].isFunctionOfDim(loop))
          spec.untiled.push_back(
              {loop, "the scales of an operand vary along it"});
  }
  if (op.getBias())
    spec.addMapped(maps[2].getMinorSubMap(1));
  spec.addWhole(op.getOutScale() != nullptr);
  spec.addMapped(maps[2]);
  spec.addWhole(op.getWithAmax());
  return spec;
}

/// Adds the tile description of one plane of an update.
static void addPlane(TileSpec &spec, UpdateOp op, const UpdatePlane &plane,
                     ShapedType mainType) {
  AffineMap map = op.getMap(plane.state);
  SmallVector<int64_t> shape(mainType.getShape());
  if (plane.isTransposed) {
    SmallVector<AffineExpr> reversed(llvm::reverse(map.getResults()));
    map = AffineMap::get(map.getNumDims(), 0, reversed, map.getContext());
    std::reverse(shape.begin(), shape.end());
  }
  if (plane.role == UpdatePlane::Role::ScaleInv)
    spec.addGranules(plane.granularity, shape, map, /*mayCutRows=*/false);
  else
    spec.addMapped(map);
}

static TileSpec getTileSpec(UpdateOp op) {
  constexpr StringLiteral oneTree = "a sum follows one tree over all elements";
  SmallVector<Value> mains = op.getMainPlanes();
  auto add = [&](TileSpec &spec, ArrayRef<UpdatePlane> planes) {
    for (const UpdatePlane &plane : planes)
      addPlane(spec, op, plane, cast<ShapedType>(mains[plane.state].getType()));
  };
  TileSpec spec;
  spec.addLoops(op.getStates().front());
  unsigned numAccumulators = op.getNumAmaxes() + op.getNumReductions();
  setIterators(spec, /*areParallel=*/numAccumulators == 0);
  for (unsigned i = 0, e = op.getNumReductions(); i < e; ++i)
    if (op.getReduction(i) == ReductionKind::Sum)
      for (unsigned loop = 0; loop < spec.domain.size(); ++loop)
        spec.untiled.push_back({loop, oneTree});
  if (op.getValid())
    spec.untiled.push_back({0, "'valid' counts the rows of the whole op"});
  add(spec, op.getReadPlanes());
  for (unsigned i = 0, e = op.getInputs().size(); i < e; ++i)
    spec.addMapped(op.getMap(op.getNumStates() + i));
  spec.addWhole(op.getInits().getBeginOperandIndex() - spec.operands.size());
  add(spec, op.getWrittenPlanes());
  spec.addWhole(numAccumulators + (op.getValid() ? 1 : 0));
  return spec;
}

//===----------------------------------------------------------------------===//
// TilingInterface
//===----------------------------------------------------------------------===//

#define FP8_TILING(OP)                                                         \
  SmallVector<utils::IteratorType> OP::getLoopIteratorTypes() {                \
    return getTileSpec(*this).iterators;                                       \
  }                                                                            \
  SmallVector<Range> OP::getIterationDomain(OpBuilder &builder) {              \
    return fp8::getIterationDomain(builder, *this, getTileSpec(*this));        \
  }                                                                            \
  FailureOr<TilingResult> OP::getTiledImplementation(                          \
      OpBuilder &builder, ArrayRef<OpFoldResult> offsets,                      \
      ArrayRef<OpFoldResult> sizes) {                                          \
    return tile(builder, *this, getTileSpec(*this), offsets, sizes);           \
  }                                                                            \
  LogicalResult OP::getResultTilePosition(                                     \
      OpBuilder &builder, unsigned result, ArrayRef<OpFoldResult> offsets,     \
      ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,  \
      SmallVector<OpFoldResult> &resultSizes) {                                \
    unsigned init = getDpsInitOperand(result)->getOperandNumber();             \
    getOperandTile(builder, getLoc(), getTileSpec(*this).operands[init],       \
                   offsets, sizes, resultOffsets, resultSizes);                \
    return success();                                                          \
  }

#define FP8_PRODUCER_TILING(OP)                                                \
  LogicalResult OP::getIterationDomainTileFromResultTile(                      \
      OpBuilder &builder, unsigned result, ArrayRef<OpFoldResult> offsets,     \
      ArrayRef<OpFoldResult> sizes,                                            \
      SmallVectorImpl<OpFoldResult> &domainOffsets,                            \
      SmallVectorImpl<OpFoldResult> &domainSizes) {                            \
    TileSpec spec = getTileSpec(*this);                                        \
    unsigned init = getDpsInitOperand(result)->getOperandNumber();             \
    return getDomainTile(builder, *this, spec, spec.operands[init], offsets,   \
                         sizes, domainOffsets, domainSizes);                   \
  }                                                                            \
  FailureOr<TilingResult> OP::generateResultTileValue(                         \
      OpBuilder &builder, unsigned result, ArrayRef<OpFoldResult> offsets,     \
      ArrayRef<OpFoldResult> sizes) {                                          \
    SmallVector<OpFoldResult> domainOffsets, domainSizes;                      \
    if (failed(getIterationDomainTileFromResultTile(                           \
            builder, result, offsets, sizes, domainOffsets, domainSizes)))     \
      return failure();                                                        \
    FailureOr<TilingResult> tiled =                                            \
        getTiledImplementation(builder, domainOffsets, domainSizes);           \
    if (failed(tiled))                                                         \
      return failure();                                                        \
    tiled->tiledValues = {tiled->tiledValues[result]};                         \
    return tiled;                                                              \
  }

FP8_TILING(QuantizeOp)
FP8_TILING(DequantizeOp)
FP8_TILING(AmaxOp)
FP8_TILING(ContractOp)
FP8_TILING(UpdateOp)
FP8_PRODUCER_TILING(QuantizeOp)
FP8_PRODUCER_TILING(DequantizeOp)
FP8_PRODUCER_TILING(AmaxOp)
FP8_PRODUCER_TILING(ContractOp)
FP8_PRODUCER_TILING(UpdateOp)

#undef FP8_TILING
#undef FP8_PRODUCER_TILING
