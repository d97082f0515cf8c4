//===- IndexBounds.h - indices within tensor bounds -------------*- C++ -*-===//
//
// Indices come from data, which may be invalid. Compiled code therefore reads
// and writes at the nearest valid index. No clamp is added to an index that is
// known to be valid, such as a loop counter or an index that was clamped
// before. One IntRanges serves all indices of a function as long as no op is
// erased.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_ANALYSIS_INDEXBOUNDS_H
#define FP8_ANALYSIS_INDEXBOUNDS_H

#include "fp8/Analysis/IntRanges.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Returns true if `index` is known to be in [0, `size`).
bool isIndexInside(IntRanges &ranges, Value index, int64_t size);

/// Clamps `index` to a dimension of `size`.
Value createNearestIndex(OpBuilder &b, Location loc, Value index, int64_t size);

/// Clamps each of `indices`, operands of `op` along the dimensions of `shape`,
/// that may be out of bounds. Dynamic and empty dimensions are skipped.
void boundIndices(OpBuilder &b, IntRanges &ranges, Operation *op,
                  MutableOperandRange indices, ArrayRef<int64_t> shape);

/// Returns the start of a slice of `size` elements with `stride` along a
/// dimension of `extent`: the valid start nearest to `offset`.
OpFoldResult createNearestStart(OpBuilder &b, IntRanges &ranges, Location loc,
                                OpFoldResult offset, int64_t size,
                                int64_t stride, int64_t extent);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_INDEXBOUNDS_H
