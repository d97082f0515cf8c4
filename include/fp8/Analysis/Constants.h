//===- Constants.h - the one number of a constant ---------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_CONSTANTS_H
#define FP8_ANALYSIS_CONSTANTS_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace mlir::fp8 {

/// The number that the constant `value` is, or that all its elements are: a
/// FloatAttr or an IntegerAttr. Null for anything else.
TypedAttr matchNumber(Value value);

/// The same, of floats.
std::optional<double> matchFloat(Value value);

/// The number that `value` is where it follows from constants alone, through
/// any op that folds. An argument of a function is `fp8.initial` if no result
/// updates it. `getOperand` says which operand of the op around it an argument
/// of a region is, or null. Changes nothing.
std::optional<double>
foldFloat(Value value, llvm::function_ref<Value(BlockArgument)> getOperand);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_CONSTANTS_H
