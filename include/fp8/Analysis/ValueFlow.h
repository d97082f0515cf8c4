//===- ValueFlow.h - Where the elements of a value go and come from -------===//
//
// A rearranged, broadcast, cast or selected value has the same elements, inside
// of an op's region and behind a call too. Following them tells what an
// argument is for.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_ANALYSIS_VALUEFLOW_H
#define FP8_ANALYSIS_VALUEFLOW_H

#include "mlir/IR/Value.h"

#include <optional>

namespace mlir::fp8 {

/// Calls `visit` for each use of the elements of `value`. A clamp or a
/// conversion of the number passes them on.
void walkUses(Value value, function_ref<void(OpOperand &)> visit);

/// What the elements of `value` are, before they were rearranged, broadcast or
/// converted.
Value traceBack(Value value);

/// The one number that all elements of `value` are, if it is a constant.
std::optional<double> getConstantNumber(Value value);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_VALUEFLOW_H
