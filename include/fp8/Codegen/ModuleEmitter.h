//===- ModuleEmitter.h - emission of all kernels of a module ----*- C++ -*-===//
#ifndef FP8_CODEGEN_MODULEEMITTER_H
#define FP8_CODEGEN_MODULEEMITTER_H

#include "fp8/Codegen/TargetLowering.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// Replaces every kernel of `module` by an fp8.launch of a function that
/// `target` emits. Equal kernels share a function. Appends the functions to
/// `symbolTable`, whose symbol name is `nesting`; `nesting` is empty if
/// `symbolTable` is the module itself. Reports kernels on tensors and kernels
/// that no schedule supports.
LogicalResult emitKernels(ModuleOp module, Operation *symbolTable,
                          StringRef nesting, TargetLowering &target);

} // namespace mlir::fp8

#endif // FP8_CODEGEN_MODULEEMITTER_H
