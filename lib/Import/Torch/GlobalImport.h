//===- GlobalImport.h - global variables as states --------------*- C++ -*-===//
#ifndef FP8_LIB_IMPORT_TORCH_GLOBALIMPORT_H
#define FP8_LIB_IMPORT_TORCH_GLOBALIMPORT_H

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// Replaces `global` by a state of the only function that uses it, or by a
/// constant if it is never stored. Emits an error if neither is possible.
LogicalResult importGlobal(ModuleOp module, ml_program::GlobalOp global);

} // namespace mlir::fp8

#endif // FP8_LIB_IMPORT_TORCH_GLOBALIMPORT_H
