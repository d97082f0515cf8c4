//===- Constants.h - the one number of a constant ---------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_CONSTANTS_H
#define FP8_ANALYSIS_CONSTANTS_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Value.h"

#include <optional>

namespace mlir::fp8 {

/// The number that the constant `value` is, or that all its elements are: a
/// FloatAttr or an IntegerAttr. Null for anything else.
TypedAttr matchNumber(Value value);

/// The same, of floats.
std::optional<double> matchFloat(Value value);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_CONSTANTS_H
