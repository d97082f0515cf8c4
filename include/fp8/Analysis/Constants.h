//===- Constants.h - values of uniform constants ----------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_CONSTANTS_H
#define FP8_ANALYSIS_CONSTANTS_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace mlir::fp8 {

/// Returns the value of a constant as a FloatAttr or an IntegerAttr. All
/// elements of a tensor constant must be equal. Otherwise returns null.
TypedAttr matchNumber(Value value);

/// Returns the floating-point value that a constant, or each of its elements,
/// has; std::nullopt for other values.
std::optional<double> matchFloat(Value value);

/// Evaluates `value` if it depends only on constants, through any op that
/// folds. An argument of the function has the value `fp8.initial` if no result
/// updates it. `getOperand` returns the operand that an argument of a region is
/// bound to, or null. Does not change the IR.
std::optional<double>
foldFloat(Value value, llvm::function_ref<Value(BlockArgument)> getOperand);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_CONSTANTS_H
