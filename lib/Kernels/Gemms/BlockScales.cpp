//===- BlockScales.cpp - block scales in library layouts ------------------===//

#include "BlockScales.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/Utils/CreateElements.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

/// Required alignment of the extents m, n and k of an 8-bit matmul, in
/// elements.
static constexpr int64_t kAlignment = 16;

namespace {
/// A contraction operand as a matrix: rows of lhs or columns of rhs, by
/// reduction terms.
struct BlockedMatrix {
  int64_t rows, terms;
  bool hasRowsFirst;
  /// Number of rows and of terms that share a scale; 0 if one scale covers all.
  int64_t rowsPerScale, termsPerScale;
};
} // namespace

static bool hasStaticScales(ContractOp op, unsigned i) {
  Value scales = op.getScaleInv(i);
  return !scales || cast<ShapedType>(scales.getType()).hasStaticShape();
}

static std::optional<BlockedMatrix> getMatrix(ContractOp op, unsigned i) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto type = cast<ShapedType>(op.getFactor(i).getType());
  GranularityAttr granularity = op.getGranularityOrTensor(i);
  if (maps[i].getNumDims() != 3 || maps[i].getNumResults() != 2 ||
      maps[2].getNumResults() != 2 || !type.hasStaticShape() ||
      !hasStaticScales(op, i) ||
      granularity.getKind() == GranularityKind::Group)
    return std::nullopt;
  bool hasRowsFirst = maps[2].isFunctionOfDim(maps[i].getDimPosition(0));
  unsigned row = hasRowsFirst ? 0 : 1, term = 1 - row;
  return BlockedMatrix{type.getDimSize(row), type.getDimSize(term),
                       hasRowsFirst, granularity.getExtent(row, 2),
                       granularity.getExtent(term, 2)};
}

static std::optional<BlockScaling> getBlocks(const BlockedMatrix &matrix,
                                             bool isMX) {
  if (isMX)
    return BlockScaling::MX32;
  if (matrix.termsPerScale != 128)
    return std::nullopt;
  if (matrix.rowsPerScale == 1)
    return BlockScaling::Vec128;
  if (matrix.rowsPerScale == 128)
    return BlockScaling::Square128;
  return std::nullopt;
}

std::optional<std::array<BlockScaling, 2>>
fp8::matchBlocks(ContractOp op, LibraryBlocks library, StringRef &reason) {
  if (!op.scalesElements(0) && !op.scalesElements(1))
    return std::nullopt;
  auto refuse = [&](StringRef why) {
    reason = why;
    return std::nullopt;
  };
  std::array<BlockScaling, 2> blocks;
  for (unsigned i : {0, 1}) {
    std::optional<BlockedMatrix> matrix = getMatrix(op, i);
    if (!op.getScaleInv(i) || !matrix)
      return refuse("an operand is not a matrix of codes with block "
                    "scales, of static shapes");
    bool isMX = op.getGranularityOrTensor(i).isMX();
    if (isMX ? !library.hasMX : !library.hasF32)
      return refuse(isMX ? "the target's library does not apply MX scales"
                         : "the target's library does not apply f32 block "
                           "scales");
    std::optional<BlockScaling> own = getBlocks(*matrix, isMX);
    if (!own || (isMX && matrix->termsPerScale != 32))
      return refuse(
          "the library supports f32 blocks of 1 x 128 and 128 x 128, and "
          "MX blocks of 32 terms");
    if (matrix->rows % kAlignment != 0 || matrix->terms % kAlignment != 0)
      return refuse("an extent is not a multiple of 16");
    blocks[i] = *own;
  }
  if (!areMultiplied(blocks[0], blocks[1]))
    return refuse(
        blocks[0] == blocks[1]
            ? "the library supports 128 x 128 blocks in one operand only"
            : "the library does not combine f32 and MX block scales");
  if (isa<Float8E5M2Type>(getElementTypeOrSelf(op.getLhs())) &&
      isa<Float8E5M2Type>(getElementTypeOrSelf(op.getRhs())))
    return refuse("the library does not multiply e5m2 by e5m2");
  return blocks;
}

/// Transposes the scales of 1 x 128 blocks, so that the scales of one block of
/// terms are contiguous.
static Value transposeScales(OpBuilder &builder, Location loc, Value scales) {
  return createTranspose(builder, loc, scales, {1, 0});
}

/// Returns the block whose scale is at `position` of the library's layout, as a
/// block index along the rows and a block index along the terms.
static std::pair<Value, Value>
getBlock(ArithmeticBuilder &b, BlockScaling blocks, ArrayRef<Value> position) {
  if (blocks == BlockScaling::Square128)
    return {position[0], position[1]};
  auto addScaled = [&](Value x, int64_t factor, Value y) {
    return b.add(b.mul(x, factor), y);
  };
  // Layout: [row / 128, block / 4, row % 32, row / 32 % 4, block % 4].
  Value rowInTile = addScaled(position[3], 32, position[2]);
  return {addScaled(position[0], 128, rowInTile),
          addScaled(position[1], 4, position[4])};
}

Value fp8::layOutScales(OpBuilder &builder, ContractOp op, unsigned i,
                        BlockScaling blocks) {
  Location loc = op.getLoc();
  Value scales = op.getScaleInv(i);
  BlockedMatrix matrix = *getMatrix(op, i);
  auto type = cast<RankedTensorType>(scales.getType());
  if (blocks == BlockScaling::Vec128)
    return matrix.hasRowsFirst ? transposeScales(builder, loc, scales) : scales;
  SmallVector<int64_t> shape =
      getBlockScaleShape(blocks, matrix.rows, matrix.terms);
  if (blocks == BlockScaling::Square128 && matrix.hasRowsFirst &&
      type.getShape() == ArrayRef(shape))
    return scales;
  auto create = [&](ArithmeticBuilder &b, ValueRange) -> Value {
    SmallVector<Value> position;
    for (size_t d = 0; d < shape.size(); ++d)
      position.push_back(linalg::IndexOp::create(b, d));
    auto [row, term] = getBlock(b, blocks, position);
    SmallVector<Value> index = {row, term};
    if (!matrix.hasRowsFirst)
      std::swap(index[0], index[1]);
    // The scale of a padding block only multiplies zeros, so it can be a copy
    // of any existing scale.
    for (auto [at, extent] : llvm::zip_equal(index, type.getShape()))
      at = b.min(at, extent - 1);
    return tensor::ExtractOp::create(b, scales, index);
  };
  return createElements(builder, loc, type.clone(shape), {}, create);
}
