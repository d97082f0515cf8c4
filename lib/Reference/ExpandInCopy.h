//===- ExpandInCopy.h - ops that the evaluator expands ----------*- C++ -*-===//
#ifndef FP8_LIB_REFERENCE_EXPANDINCOPY_H
#define FP8_LIB_REFERENCE_EXPANDINCOPY_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::fp8::reference {

/// Returns a copy of `module` in which optimizers are expanded to updates, and
/// attention to contractions, or null if there are no such ops.
FailureOr<OwningOpRef<ModuleOp>> expandInCopy(ModuleOp module);

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_EXPANDINCOPY_H
