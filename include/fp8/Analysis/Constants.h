//===- Constants.h - values of uniform constants ----------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_CONSTANTS_H
#define FP8_ANALYSIS_CONSTANTS_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace mlir::fp8 {

/// Returns the value of a constant, or of all its elements if they are equal: a
/// FloatAttr or an IntegerAttr. Otherwise returns null.
TypedAttr matchNumber(Value value);

/// Returns the floating-point number of a uniform constant, or none.
std::optional<double> matchFloat(Value value);

/// Evaluates `value` if it depends on constants alone, through any op that
/// folds. An argument of a function evaluates to `fp8.initial` if no result
/// updates it. `getOperand` returns the operand that an argument of a region
/// stands for, or null. Changes nothing.
std::optional<double>
foldFloat(Value value, llvm::function_ref<Value(BlockArgument)> getOperand);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_CONSTANTS_H
