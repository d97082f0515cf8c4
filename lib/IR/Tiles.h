//===- Tiles.h - tiles of the operands of fp8 ops -------------------------===//
//
// An op describes once how a tile of its iteration space maps to each of its
// operands. All methods of TilingInterface use this description.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_IR_TILES_H
#define FP8_LIB_IR_TILES_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// One dimension of an operand. `granule` indices of dimension `loop` of the
/// iteration space correspond to `entries` indices of the operand: 1 and 1 for
/// data, 128 and 1 for the scales of blocks of 128.
struct OperandDim {
  std::optional<unsigned> loop; // absent: index 0 for every tile
  int64_t granule = 1;
  int64_t entries = 1;
};

/// A dimension that cannot be tiled, and the reason.
struct UntiledDim {
  unsigned loop;
  StringRef reason;
};

struct TileSpec {
  /// For each loop, the operand and its dimension that determine the extent.
  SmallVector<std::pair<Value, unsigned>> domain;
  SmallVector<utils::IteratorType> iterators;
  /// Dimensions of each operand. Empty for operands of rank 0 or without a
  /// shape.
  SmallVector<SmallVector<OperandDim>> operands;
  SmallVector<UntiledDim> untiled;
  /// Dimensions whose tiles have a size that is known.
  SmallVector<UntiledDim> constant;

  void addLoops(Value value);
  /// Adds operands of rank 0 or without a shape. Every tile reads or writes
  /// them.
  void addWhole(unsigned count);
  /// Adds an operand whose indices are `map` applied to the loops.
  void addMapped(AffineMap map);
  /// Adds an operand with one scale or amax per granule of a tensor of `shape`.
  /// `map` maps the loops to the indices of that tensor. If `mayCutRows`, a
  /// tile may contain a part of a row.
  void addGranules(GranularityAttr granularity, ArrayRef<int64_t> shape,
                   AffineMap map, bool mayCutRows);
};

SmallVector<Range> getIterationDomain(OpBuilder &builder, Operation *op,
                                      const TileSpec &spec);

/// Clones `op` on the operand slices that belong to a tile of its iteration
/// space.
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
