//===- ArgumentUse.h - uses of function arguments ---------------*- C++ -*-===//

#ifndef FP8_ANALYSIS_ARGUMENTUSE_H
#define FP8_ANALYSIS_ARGUMENTUSE_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/BitVector.h"

#include <optional>

namespace mlir::fp8 {

/// Returns the number of valid values, from 0, of the integer `argument`, or
/// none if it is unknown. It is the smallest bound from uses of its elements as
/// indices, in comparisons with an iota or a bound, and in clamps.
std::optional<int64_t> findIndexRange(Value argument);

/// A use as an index, which must be in [0, `extent`).
struct IndexUse {
  OpOperand *operand;
  int64_t extent;
  /// The used elements of the argument, in row-major order.
  llvm::BitVector elements;
};

/// Returns the uses of elements of `argument` as indices if the used elements
/// are known. Uses in branches are excluded, and uses by `fp8.scatter_add`,
/// which ignores indices out of bounds.
SmallVector<IndexUse> findIndexUses(BlockArgument argument);

/// Returns the value of `argument`, usually a step counter, for which a
/// dependent `math.powf` has the exponent 1: its value at the first step.
/// Returns none if there is no such op.
std::optional<double> findExponentStart(Value argument);

/// Returns true if the function returns the argument unchanged.
bool isReturnedUnchanged(BlockArgument argument);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_ARGUMENTUSE_H
