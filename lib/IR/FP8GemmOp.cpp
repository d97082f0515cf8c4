//===- FP8GemmOp.cpp - accessors and verifier of fp8.gemm -----------------===//
//
// A comment `gemm_cN` marks the check of constraint (CN) in the description of
// the op.
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"
#include "fp8/IR/FP8.h"

using namespace mlir;
using namespace mlir::fp8;

LogicalResult fp8::verifyIterationSpace(Operation *op, ArrayRef<AffineMap> maps,
                                        std::array<Value, 3> values) {
  if (maps.size() != 3)
    return op->emitOpError("expected three indexing maps, but got ")
           << maps.size();
  unsigned numDims = maps[0].getNumDims();
  SmallVector<int64_t> extents(numDims, ShapedType::kDynamic);
  SmallVector<unsigned> occurrences(numDims, 0);
  std::array<StringRef, 3> names = {"lhs", "rhs", "result"};
  for (auto [map, name, value] : llvm::zip_equal(maps, names, values)) {
    auto type = cast<ShapedType>(value.getType());
    if (map.getNumDims() != numDims || map.getNumSymbols() != 0 ||
        !map.isProjectedPermutation() || map.getNumResults() != type.getRank())
      return op->emitOpError("expected the map of the ")
             << name << " to be a projected permutation of " << numDims
             << " dimensions to the rank of " << type << ", but got "
             << AffineMapAttr::get(map);
    for (auto [i, expr] : llvm::enumerate(map.getResults())) {
      unsigned d = cast<AffineDimExpr>(expr).getPosition();
      ++occurrences[d];
      int64_t extent = type.getDimSize(i);
      if (ShapedType::isDynamic(extent))
        continue;
      if (!ShapedType::isDynamic(extents[d]) && extents[d] != extent)
        return op->emitOpError("expected one extent of d")
               << d << ", but it is " << extent << " in the " << name << " and "
               << extents[d] << " in an earlier operand";
      extents[d] = extent;
    }
  }
  for (auto [d, count] : llvm::enumerate(occurrences))
    if (count < 2)
      return op->emitOpError("expected every dimension in at least two of the "
                             "maps, but d")
             << d << " is in " << count;
  return success();
}

SmallVector<AffineMap> GemmOp::getIndexingMapsArray() {
  return llvm::map_to_vector(getIndexingMaps(), [](Attribute map) {
    return cast<AffineMapAttr>(map).getValue();
  });
}

LogicalResult GemmOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       ValueRange operands,
                                       DictionaryAttr attributes,
                                       OpaqueProperties properties,
                                       RegionRange regions,
                                       SmallVectorImpl<Type> &types) {
  Type type =
      Adaptor(operands, attributes, properties, regions).getInit().getType();
  if (isa<RankedTensorType>(type))
    types.push_back(type);
  return success();
}

void GemmOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addBufferEffects(
      *this,
      [&](OpOperand &operand) {
        return !isDpsInit(&operand) || getAccumulate();
      },
      effects);
}

Speculation::Speculatability GemmOp::getSpeculatability() {
  return isa<MemRefType>(getInit().getType()) ? Speculation::NotSpeculatable
                                              : Speculation::Speculatable;
}

//===----------------------------------------------------------------------===//
// Scales of blocks
//===----------------------------------------------------------------------===//

/// Sizes of the scale layouts of cuBLASLt, in rows, terms and blocks.
static constexpr int64_t kRowsPerTile = 128, kTermsPerTile = 128;
static constexpr int64_t kTermsPerMX = 32, kRowsPerColumn = 32;
static constexpr int64_t kSquaresAligned = 4;

SmallVector<int64_t> fp8::getBlockScaleShape(BlockScaling blocks, int64_t rows,
                                             int64_t terms) {
  int64_t rowTiles = llvm::divideCeil(rows, kRowsPerTile);
  int64_t termTiles = llvm::divideCeil(terms, kTermsPerTile);
  switch (blocks) {
  case BlockScaling::Vec128:
    return {termTiles, rows};
  case BlockScaling::Square128:
    return {rowTiles,
            static_cast<int64_t>(llvm::alignTo(termTiles, kSquaresAligned))};
  case BlockScaling::MX32:
    break;
  }
  return {rowTiles, termTiles, kRowsPerColumn, kRowsPerTile / kRowsPerColumn,
          kTermsPerTile / kTermsPerMX};
}

AffineMap fp8::getBlockScaleMap(BlockScaling blocks, MLIRContext *context) {
  AffineExpr row, term;
  bindDims(context, row, term);
  AffineExpr rowTile = row.floorDiv(kRowsPerTile);
  AffineExpr termTile = term.floorDiv(kTermsPerTile);
  switch (blocks) {
  case BlockScaling::Vec128:
    return AffineMap::get(2, 0, {termTile, row}, context);
  case BlockScaling::Square128:
    return AffineMap::get(2, 0, {rowTile, termTile}, context);
  case BlockScaling::MX32:
    break;
  }
  return AffineMap::get(
      2, 0,
      {rowTile, termTile, row % kRowsPerColumn,
       row.floorDiv(kRowsPerColumn) % (kRowsPerTile / kRowsPerColumn),
       term.floorDiv(kTermsPerMX) % (kTermsPerTile / kTermsPerMX)},
      context);
}

bool fp8::areMultiplied(BlockScaling lhs, BlockScaling rhs) {
  if (lhs == BlockScaling::MX32 || rhs == BlockScaling::MX32)
    return lhs == rhs;
  return lhs == BlockScaling::Vec128 || rhs == BlockScaling::Vec128;
}

/// Returns the number of rows (lhs) or columns (rhs) of matrix operand `i`, and
/// the number of its terms.
static std::pair<int64_t, int64_t> getRowsAndTerms(GemmOp op, unsigned i) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto type = cast<ShapedType>((i == 0 ? op.getLhs() : op.getRhs()).getType());
  bool isFirst = maps[2].isFunctionOfDim(maps[i].getDimPosition(0));
  return isFirst ? std::pair(type.getDimSize(0), type.getDimSize(1))
                 : std::pair(type.getDimSize(1), type.getDimSize(0));
}

static LogicalResult verifyBlocks(GemmOp op) { // gemm_c6
  if (!op.getLhsBlocks() && !op.getRhsBlocks())
    return success();
  if (!op.getLhsBlocks() || !op.getRhsBlocks())
    return op.emitOpError("expected 'blocks' for both operands or for neither");
  BlockScaling lhs = *op.getLhsBlocks(), rhs = *op.getRhsBlocks();
  if (!areMultiplied(lhs, rhs))
    return op.emitOpError("expected blocks<mx32>, <mx32>, or <vec128> beside "
                          "<vec128> or <square128>, but got <")
           << stringifyBlockScaling(lhs) << ">, <" << stringifyBlockScaling(rhs)
           << ">";
  for (AffineMap map : op.getIndexingMapsArray())
    if (map.getNumDims() != 3 || map.getNumResults() != 2)
      return op.emitOpError("expected matrix operands with 'blocks', but got ")
             << AffineMapAttr::get(map);
  for (unsigned i : {0, 1}) {
    if (!op.getScaleInv(i))
      return op.emitOpError(
                 "expected scaled codes as operands under 'blocks', but ")
             << (i == 0 ? "lhs" : "rhs") << " has no scales";
    auto type = cast<ShapedType>(op.getScaleInv(i).getType());
    auto [rows, terms] = getRowsAndTerms(op, i);
    SmallVector<int64_t> shape =
        getBlockScaleShape(*op.getBlocks(i), rows, terms);
    bool isMX = isa<Float8E8M0FNUType>(type.getElementType());
    if (isMX != (*op.getBlocks(i) == BlockScaling::MX32) ||
        type.getShape() != ArrayRef(shape)) { // gemm_c4
      InFlightDiagnostic diag = op.emitOpError("expected '");
      diag << (i == 0 ? "lhs" : "rhs") << "_scale_inv' of shape [";
      llvm::interleaveComma(shape, diag);
      return diag << "] and "
                  << (lhs == BlockScaling::MX32 ? "f8E8M0FNU" : "f32")
                  << ", but got " << type;
    }
  }
  return success();
}

bool GemmOp::hasColumns() {
  SmallVector<AffineMap> maps = getIndexingMapsArray();
  auto isOf = [&](AffineExpr expr, unsigned i) {
    return maps[i].isFunctionOfDim(cast<AffineDimExpr>(expr).getPosition());
  };
  ArrayRef<AffineExpr> dims = maps[2].getResults();
  if (dims.empty() || isOf(dims.back(), 0) == isOf(dims.back(), 1))
    return false;
  return llvm::none_of(dims.drop_back(), [&](AffineExpr dim) {
    return isOf(dim, 0) == isOf(dims.back(), 0) &&
           isOf(dim, 1) == isOf(dims.back(), 1);
  });
}

static LogicalResult verifyEpilogue(GemmOp op) {
  if (op.getActivation() != Activation::None &&
      op.getActivation() != Activation::Relu) // gemm_c8
    return op.emitOpError("expected activation<none> or <relu>, but got <")
           << stringifyActivation(op.getActivation()) << ">";
  if (!op.getBias())
    return success();
  auto type = cast<ShapedType>(op.getBias().getType());
  auto resultType = cast<ShapedType>(op.getInit().getType());
  if (resultType.getRank() == 0 || type.getRank() != 1 ||
      type.getDimSize(0) != resultType.getShape().back()) // gemm_c7
    return op.emitOpError("expected 'bias' of rank 1 and the extent of the "
                          "last dimension of ")
           << resultType << ", but got " << type;
  if (!op.hasColumns()) // gemm_c7
    return op.emitOpError("expected 'bias' along a last result dimension "
                          "that is the only free dimension of its operand, "
                          "but got ")
           << op.getIndexingMaps();
  return success();
}

LogicalResult GemmOp::verify() {
  if (failed(verifySameKind(*this))) // gemm_c1
    return failure();
  if (failed(verifyIterationSpace(*this, getIndexingMapsArray(),
                                  {getLhs(), getRhs(), getInit()}))) // gemm_c2
    return failure();
  auto verifyScale = [&](StringRef name, Value value,
                         Value scale) -> LogicalResult {
    bool isCode = cast<ShapedType>(value.getType())
                      .getElementType()
                      .getIntOrFloatBitWidth() == 8;
    if (isCode != (scale != nullptr)) // gemm_c3
      return emitOpError("expected '")
             << name << "_scale_inv' if and only if " << name
             << " holds 8-bit codes, but it is " << value.getType();
    auto scaleType = scale ? cast<ShapedType>(scale.getType()) : nullptr;
    bool isOne = scaleType && scaleType.getRank() == 0 &&
                 scaleType.getElementType().isF32();
    if (scale && !isOne && !getLhsBlocks() && !getRhsBlocks()) // gemm_c4
      return emitOpError("expected '")
             << name << "_scale_inv' of rank 0 and f32, but got " << scaleType;
    return success();
  };
  if (failed(verifyScale("lhs", getLhs(), getLhsScaleInv())))
    return failure();
  if (failed(verifyScale("rhs", getRhs(), getRhsScaleInv())))
    return failure();
  if (failed(verifyBlocks(*this)) || failed(verifyEpilogue(*this)))
    return failure();
  if (getAccumulate() && !getElementTypeOrSelf(getInit()).isF32()) // gemm_c5
    return emitOpError(
               "expected a result of f32 under 'accumulate', but it is ")
           << getInit().getType();
  return success();
}
