//===- Entry.h - the function that is the training step ---------*- C++ -*-===//
#ifndef FP8_ANALYSIS_ENTRY_H
#define FP8_ANALYSIS_ENTRY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// The name of the training step after --fp8-annotate-states.
inline constexpr StringLiteral kEntryName = "step";

/// Returns the training step of `module`, which must have one block. It is the
/// function named `requested`; if this is empty, `@step`, or else the only
/// public function with a body. Emits an error and returns null if there is
/// none.
func::FuncOp findEntry(ModuleOp module, StringRef requested = "");

/// Returns `step` and its variants: functions with the same signature that a
/// host calls instead of `step` in some steps.
SmallVector<func::FuncOp> findSteps(ModuleOp module, func::FuncOp step);

/// Returns `@step` and its variants, starting with `@step`. Emits an error if
/// there is no `@step` or one of them has several blocks.
FailureOr<SmallVector<func::FuncOp>> findSteps(ModuleOp module);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_ENTRY_H
