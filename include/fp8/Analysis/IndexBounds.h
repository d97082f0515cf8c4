//===- IndexBounds.h - indices that stay inside of a tensor -----*- C++ -*-===//
//
// Indices come from data, and data may be wrong: compiled code reads and writes
// at the nearest index that exists. Where an index is seen to exist, as the
// counter of a loop or what was bounded before, nothing is added. One IntRanges
// serves all indices of a function while no op of it is erased.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_ANALYSIS_INDEXBOUNDS_H
#define FP8_ANALYSIS_INDEXBOUNDS_H

#include "fp8/Analysis/IntRanges.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Whether `index` is seen to lie in [0, `size`).
bool isIndexInside(IntRanges &ranges, Value index, int64_t size);

/// `index`, or the nearest index of a dimension of `size`.
Value createNearestIndex(OpBuilder &b, Location loc, Value index, int64_t size);

/// Bounds those of `indices`, operands of `op` along the dimensions of `shape`,
/// that may lie outside. Dimensions of unknown size and empty ones stay.
void boundIndices(OpBuilder &b, IntRanges &ranges, Operation *op,
                  MutableOperandRange indices, ArrayRef<int64_t> shape);

/// Where along a dimension of `extent` a slice of `size` elements, `stride`
/// apart, begins: at `offset`, or as near to it as the slice fits.
OpFoldResult createNearestStart(OpBuilder &b, IntRanges &ranges, Location loc,
                                OpFoldResult offset, int64_t size,
                                int64_t stride, int64_t extent);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_INDEXBOUNDS_H
