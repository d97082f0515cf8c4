//===- Tiles.h - tiles of the operands of fp8 ops -------------------------===//
//
// Describes how a tile of an op's iteration space maps to each operand. All
// methods of TilingInterface use this description.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_IR_TILES_H
#define FP8_LIB_IR_TILES_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// One dimension of an operand. `granule` consecutive indices of dimension
/// `loop` of the iteration space correspond to `entries` indices of the
/// operand. Both are 1 for data. For the scales of blocks of 128 elements, they
/// are 128 and 1.
struct OperandDim {
  std::optional<unsigned> loop; // absent: index 0 for every tile
  int64_t granule = 1;
  int64_t entries = 1;
};

/// A dimension with restricted tiling, and the reason.
struct UntiledDim {
  unsigned loop;
  StringRef reason;
};

struct TileSpec {
  /// For each loop, an operand and the dimension of it that determine the
  /// extent.
  SmallVector<std::pair<Value, unsigned>> domain;
  SmallVector<utils::IteratorType> iterators;
  /// The dimensions of each operand. Empty for operands of rank 0 or without a
  /// shape.
  SmallVector<SmallVector<OperandDim>> operands;
  SmallVector<UntiledDim> untiled;
  /// Dimensions whose tile sizes must be constants.
  SmallVector<UntiledDim> constant;

  void addLoops(Value value);
  /// Adds `count` operands of rank 0 or without a shape, which every tile uses.
  void addWhole(unsigned count);
  /// Adds an operand with the indexing map `map`.
  void addMapped(AffineMap map);
  /// Adds an operand with one scale or amax per granule of a tensor of `shape`,
  /// whose indexing map is `map`. `mayCutRows` says whether a tile may contain
  /// only part of a row.
  void addGranules(GranularityAttr granularity, ArrayRef<int64_t> shape,
                   AffineMap map, bool mayCutRows);
};

SmallVector<Range> getIterationDomain(OpBuilder &builder, Operation *op,
                                      const TileSpec &spec);

/// Creates a copy of `op` that computes one tile of its iteration space, on
/// slices of the operands. Fails if the tile would change the result.
FailureOr<TilingResult> tile(OpBuilder &builder, Operation *op,
                             const TileSpec &spec,
                             ArrayRef<OpFoldResult> offsets,
                             ArrayRef<OpFoldResult> sizes);

/// Computes the tile of `operand` for a tile of the iteration space.
void getOperandTile(OpBuilder &builder, Location loc,
                    ArrayRef<OperandDim> operand,
                    ArrayRef<OpFoldResult> offsets,
                    ArrayRef<OpFoldResult> sizes,
                    SmallVectorImpl<OpFoldResult> &operandOffsets,
                    SmallVectorImpl<OpFoldResult> &operandSizes);

/// Computes the tile of the iteration space that writes a tile of `operand`.
LogicalResult getDomainTile(OpBuilder &builder, Operation *op,
                            const TileSpec &spec, ArrayRef<OperandDim> operand,
                            ArrayRef<OpFoldResult> offsets,
                            ArrayRef<OpFoldResult> sizes,
                            SmallVectorImpl<OpFoldResult> &domainOffsets,
                            SmallVectorImpl<OpFoldResult> &domainSizes);

} // namespace mlir::fp8

#endif // FP8_LIB_IR_TILES_H
