//===- GlobalImport.h - global variables as states --------------*- C++ -*-===//
#ifndef FP8_LIB_IMPORT_TORCH_GLOBALIMPORT_H
#define FP8_LIB_IMPORT_TORCH_GLOBALIMPORT_H

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// Replaces `global` by a state of the only function that uses it, or by a
/// constant if no op writes it. Emits an error otherwise.
LogicalResult importGlobal(ModuleOp module, ml_program::GlobalOp global);

} // namespace mlir::fp8

#endif // FP8_LIB_IMPORT_TORCH_GLOBALIMPORT_H
