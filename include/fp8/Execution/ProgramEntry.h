//===- ProgramEntry.h - the function that a program runs --------*- C++ -*-===//
#ifndef FP8_EXECUTION_PROGRAMENTRY_H
#define FP8_EXECUTION_PROGRAMENTRY_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::fp8 {

/// `module` with `name` as its one public function. Errors: there is none, or
/// its arguments or results are no host tensors.
FailureOr<OwningOpRef<ModuleOp>> cloneWithEntry(ModuleOp module,
                                                StringRef name);

} // namespace mlir::fp8

#endif // FP8_EXECUTION_PROGRAMENTRY_H
