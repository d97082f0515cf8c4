//===- LaneIndices.h - lanes of index vectors -------------------*- C++ -*-===//
#ifndef FP8_CONVERSION_FP8TOARITH_LANEINDICES_H
#define FP8_CONVERSION_FP8TOARITH_LANEINDICES_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::fp8 {

/// Returns the scalar in the first lane of the vector `value` if its lanes are
/// consecutive numbers, else null. Emits the ops that compute the scalar.
Value getFirstOfConsecutive(OpBuilder &builder, Value value);

/// Returns the scalar that every lane of `value` holds, or null if lanes may
/// differ.
Value getUniform(OpBuilder &builder, Value value);

/// Returns the vector of the sums of `first`, an i64, and each of `offsets`.
Value makeIndices(ImplicitLocOpBuilder &builder, Value first,
                  ArrayRef<int64_t> offsets);

/// Returns the vector of `first`, an i64, and the next `count - 1` numbers.
Value makeConsecutive(ImplicitLocOpBuilder &builder, Value first,
                      int64_t count);

/// Returns true if `value`, an integer scalar, is known to be a multiple of
/// `divisor`, a power of two.
bool isMultipleOf(Value value, int64_t divisor);

} // namespace mlir::fp8

#endif // FP8_CONVERSION_FP8TOARITH_LANEINDICES_H
