//===- Entry.h - the function that is the training step ---------*- C++ -*-===//
#ifndef FP8_ANALYSIS_ENTRY_H
#define FP8_ANALYSIS_ENTRY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// The name of the training step, once it is known.
inline constexpr StringLiteral kEntryName = "step";

/// The function of `module` that is the training step, which has one block:
/// the one called `requested`, else `@step`, else the only public function with
/// a body. Null after an error.
func::FuncOp findEntry(ModuleOp module, StringRef requested);

/// `step`, and what hosts call in its place at some steps, which has the same
/// signature.
SmallVector<func::FuncOp> findSteps(ModuleOp module, func::FuncOp step);

/// The same of `@step`, which comes first; all have one block. Emits an error
/// where there is none.
FailureOr<SmallVector<func::FuncOp>> findSteps(ModuleOp module);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_ENTRY_H
