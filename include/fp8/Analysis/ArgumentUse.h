//===- ArgumentUse.h - uses of function arguments ---------------*- C++ -*-===//

#ifndef FP8_ANALYSIS_ARGUMENTUSE_H
#define FP8_ANALYSIS_ARGUMENTUSE_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/BitVector.h"

#include <optional>

namespace mlir::fp8 {

/// Returns n if the valid values of the integer `argument` are 0 to n - 1, or
/// std::nullopt if n is unknown. n is the smallest bound that follows from uses
/// of the elements: as indices, in clamps, and in comparisons with an iota or a
/// bound.
std::optional<int64_t> findIndexRange(Value argument);

/// A use of elements of an argument as an index, which must be in [0,
/// `extent`).
struct IndexUse {
  OpOperand *operand;
  int64_t extent;
  /// The elements of the argument that the index may be, by row-major number.
  llvm::BitVector elements;
};

/// Returns the uses of elements of `argument` as indices, if it is known which
/// elements are used. Excludes uses in branches, which may not run, and uses by
/// `fp8.scatter_add`, which ignores indices out of bounds.
SmallVector<IndexUse> findIndexUses(BlockArgument argument);

/// Returns the value of `argument`, usually a step counter, at the first step:
/// the value for which a dependent `math.powf` has the exponent 1. Returns
/// std::nullopt if there is no such op.
std::optional<double> findExponentStart(Value argument);

/// Returns true if the function returns the argument unchanged.
bool isReturnedUnchanged(BlockArgument argument);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_ARGUMENTUSE_H
