//===- ValueFlow.h - flow of tensor elements --------------------*- C++ -*-===//
//
// A rearranged, broadcast, cast or selected value has the same elements, also
// inside regions and across calls. Following the elements shows the purpose of
// an argument.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_ANALYSIS_VALUEFLOW_H
#define FP8_ANALYSIS_VALUEFLOW_H

#include "mlir/IR/Value.h"

#include <optional>

namespace mlir::fp8 {

/// Calls `visit` for each use of the elements of `value`, through clamps and
/// conversions.
void walkUses(Value value, function_ref<void(OpOperand &)> visit);

/// Returns the origin of the elements of `value`, before they were rearranged,
/// broadcast or converted.
Value traceBack(Value value);

/// Returns the number that all elements of `value` equal, if it is a constant.
std::optional<double> getConstantNumber(Value value);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_VALUEFLOW_H
