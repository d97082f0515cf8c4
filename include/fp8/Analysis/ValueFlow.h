//===- ValueFlow.h - flow of tensor elements --------------------*- C++ -*-===//
//
// Follows the elements of a value to the values that contain the same elements.
// Rearrangements, broadcasts, casts and selects keep elements, also inside
// regions and across calls. The uses of the elements show the purpose of an
// argument.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_ANALYSIS_VALUEFLOW_H
#define FP8_ANALYSIS_VALUEFLOW_H

#include "mlir/IR/Value.h"

#include <optional>

namespace mlir::fp8 {

/// Calls `visit` for each use of the elements of `value`. Follows the elements
/// through clamps and conversions as well.
void walkUses(Value value, function_ref<void(OpOperand &)> visit);

/// Returns the value from which the elements of `value` come, before they were
/// rearranged, broadcast or converted.
Value traceBack(Value value);

/// Returns the number that all elements of `value` equal if it is a constant,
/// else std::nullopt.
std::optional<double> getConstantNumber(Value value);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_VALUEFLOW_H
