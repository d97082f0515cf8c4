//===- LaneIndices.h - what the lanes of an index vector hold ---*- C++ -*-===//
#ifndef FP8_CONVERSION_FP8TOARITH_LANEINDICES_H
#define FP8_CONVERSION_FP8TOARITH_LANEINDICES_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::fp8 {

/// The scalar that `value`, a vector, holds in its first lane, if its lanes
/// count up by one from there; null otherwise. Emits the ops that compute it.
Value getFirstOfConsecutive(OpBuilder &builder, Value value);

/// The scalar that every lane of `value` holds, null if lanes may differ.
Value getUniform(OpBuilder &builder, Value value);

/// Returns the vector of the sums of `first`, an i64, and each of `offsets`.
Value makeIndices(ImplicitLocOpBuilder &builder, Value first,
                  ArrayRef<int64_t> offsets);

/// The vector of `first`, an i64, and the `count - 1` numbers after it.
Value makeConsecutive(ImplicitLocOpBuilder &builder, Value first,
                      int64_t count);

/// Whether `value`, an integer scalar, is known to be a multiple of `divisor`,
/// a power of two.
bool isMultipleOf(Value value, int64_t divisor);

} // namespace mlir::fp8

#endif // FP8_CONVERSION_FP8TOARITH_LANEINDICES_H
