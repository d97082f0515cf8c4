//===- Tiles.h - how tiles reach the operands of fp8 ops ------------------===//
//
// A tiled op describes, once, how a tile of its iteration space lies in each of
// its operands. Every method of TilingInterface follows from that description.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_IR_TILES_H
#define FP8_LIB_IR_TILES_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// One dimension of an operand. `granule` indices of dimension `loop` of the
/// iteration space meet `entries` indices of the operand: 1 and 1 for data, 128
/// and 1 for the scales of blocks of 128.
struct OperandDim {
  std::optional<unsigned> loop; // absent: index 0, whatever the tile
  int64_t granule = 1;
  int64_t entries = 1;
};

/// A dimension that cannot be tiled, and why.
struct UntiledDim {
  unsigned loop;
  StringRef reason;
};

struct TileSpec {
  /// The operand and its dimension that give the extent of each loop.
  SmallVector<std::pair<Value, unsigned>> domain;
  SmallVector<utils::IteratorType> iterators;
  /// One entry per operand; empty for what has rank 0 or no shape.
  SmallVector<SmallVector<OperandDim>> operands;
  SmallVector<UntiledDim> untiled;
  /// Dimensions whose tiles have a size that is known.
  SmallVector<UntiledDim> constant;

  void addLoops(Value value);
  /// Operands of rank 0 or without a shape: every tile reads or writes them.
  void addWhole(unsigned count);
  /// The next operand is `map` of the iteration space.
  void addMapped(AffineMap map);
  /// The next operand holds one scale, or amax, per granule of a tensor of
  /// `shape` that is `map` of the iteration space. A tile may hold a part of a
  /// row if `mayCutRows`.
  void addGranules(GranularityAttr granularity, ArrayRef<int64_t> shape,
                   AffineMap map, bool mayCutRows);
};

SmallVector<Range> getIterationDomain(OpBuilder &builder, Operation *op,
                                      const TileSpec &spec);

/// Clones `op` on the slices that belong to a tile of its iteration space.
FailureOr<TilingResult> tile(OpBuilder &builder, Operation *op,
                             const TileSpec &spec,
                             ArrayRef<OpFoldResult> offsets,
                             ArrayRef<OpFoldResult> sizes);

/// Where a tile of the iteration space lies in `operand`.
void getOperandTile(OpBuilder &builder, Location loc,
                    ArrayRef<OperandDim> operand,
                    ArrayRef<OpFoldResult> offsets,
                    ArrayRef<OpFoldResult> sizes,
                    SmallVectorImpl<OpFoldResult> &operandOffsets,
                    SmallVectorImpl<OpFoldResult> &operandSizes);

/// The tile of the iteration space that writes a tile of `operand`.
LogicalResult getDomainTile(OpBuilder &builder, Operation *op,
                            const TileSpec &spec, ArrayRef<OperandDim> operand,
                            ArrayRef<OpFoldResult> offsets,
                            ArrayRef<OpFoldResult> sizes,
                            SmallVectorImpl<OpFoldResult> &domainOffsets,
                            SmallVectorImpl<OpFoldResult> &domainSizes);

} // namespace mlir::fp8

#endif // FP8_LIB_IR_TILES_H
