//===- ProgramEntry.h - entry function of a program -------------*- C++ -*-===//
#ifndef FP8_EXECUTION_PROGRAMENTRY_H
#define FP8_EXECUTION_PROGRAMENTRY_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir {
class OpPassManager;
}

namespace mlir::fp8 {

/// Returns a copy of `module` with `name` as its only public function. Fails if
/// there is no such function, or if host tensors do not support its arguments
/// or results.
FailureOr<OwningOpRef<ModuleOp>> cloneWithEntry(ModuleOp module,
                                                StringRef name);

/// Runs the passes that `addPasses` adds on `module`. Applies the command-line
/// options for pass managers and timing if the tool has registered them.
LogicalResult runPasses(ModuleOp module,
                        function_ref<void(OpPassManager &)> addPasses);

} // namespace mlir::fp8

#endif // FP8_EXECUTION_PROGRAMENTRY_H
