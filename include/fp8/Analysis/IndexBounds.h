//===- IndexBounds.h - indices within tensor bounds -------------*- C++ -*-===//
//
// Indices come from data and may be out of bounds, so compiled code clamps them
// to the nearest valid index. No clamp is added if an index is known to be
// valid, such as a loop counter or an index that is already clamped. A single
// IntRanges object can serve all indices of a function while no op is erased.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_ANALYSIS_INDEXBOUNDS_H
#define FP8_ANALYSIS_INDEXBOUNDS_H

#include "fp8/Analysis/IntRanges.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Returns true if `index` is known to be in [0, `size`).
bool isIndexInside(IntRanges &ranges, Value index, int64_t size);

/// Emits `index`, clamped to a dimension of `size` elements.
Value createNearestIndex(OpBuilder &b, Location loc, Value index, int64_t size);

/// Clamps each of `indices` that may be out of bounds. They are operands of
/// `op` along the dimensions of `shape`. Skips dynamic and empty dimensions.
void boundIndices(OpBuilder &b, IntRanges &ranges, Operation *op,
                  MutableOperandRange indices, ArrayRef<int64_t> shape);

/// Returns the valid start nearest to `offset` for a slice of `size` elements
/// with stride `stride` in a dimension of `extent` elements.
OpFoldResult createNearestStart(OpBuilder &b, IntRanges &ranges, Location loc,
                                OpFoldResult offset, int64_t size,
                                int64_t stride, int64_t extent);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_INDEXBOUNDS_H
