//===- ArgumentUse.h - What an argument is for, found from its uses -------===//

#ifndef FP8_ANALYSIS_ARGUMENTUSE_H
#define FP8_ANALYSIS_ARGUMENTUSE_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/BitVector.h"

#include <optional>

namespace mlir::fp8 {

/// The number of values, from 0, that are valid where the elements of the
/// integer `argument` are used as indices, compared with an iota or a bound, or
/// clamped: the smallest that any of these gives. Nothing if none does.
std::optional<int64_t> findIndexRange(Value argument);

/// A use as an index, which must lie in [0, `extent`).
struct IndexUse {
  OpOperand *operand;
  int64_t extent;
  /// The elements of the argument, in row-major order, that are used.
  llvm::BitVector elements;
};

/// The uses of elements of `argument` as indices, where it is known of which:
/// none in a branch, and none by `fp8.scatter_add`, which leaves out what is
/// outside.
SmallVector<IndexUse> findIndexUses(BlockArgument argument);

/// What the elements of `argument` must be at the first step so that the
/// exponent of a `math.powf` they lead to is 1 there. Nothing if there is none.
std::optional<double> findExponentStart(Value argument);

/// Whether the function gives `argument` back as it is.
bool isReturnedUnchanged(BlockArgument argument);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_ARGUMENTUSE_H
