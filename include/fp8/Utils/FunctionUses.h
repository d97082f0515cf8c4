//===- FunctionUses.h - uses of functions by name ---------------*- C++ -*-===//
#ifndef FP8_UTILS_FUNCTIONUSES_H
#define FP8_UTILS_FUNCTIONUSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// Checks that no op calls or launches one of `functions`, or takes its
/// address, because `pass` is about to change their types. `description` ends
/// the message; it tells which functions this concerns.
LogicalResult verifyNoUses(ModuleOp module, ArrayRef<func::FuncOp> functions,
                           StringRef pass, StringRef description);

/// Checks the same for steps, because `pass` adds arguments or results to them.
LogicalResult verifyNoUsesOfSteps(ArrayRef<func::FuncOp> steps, StringRef pass);

} // namespace mlir::fp8

#endif // FP8_UTILS_FUNCTIONUSES_H
