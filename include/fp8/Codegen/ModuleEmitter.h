//===- ModuleEmitter.h - all kernels of a module as functions ---*- C++ -*-===//
#ifndef FP8_CODEGEN_MODULEEMITTER_H
#define FP8_CODEGEN_MODULEEMITTER_H

#include "fp8/Codegen/TargetLowering.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// Replaces every kernel of `module` by an fp8.launch of a function that
/// `target` emits. Equal kernels share a function. Functions go to the end of
/// `symbolTable`, whose symbol is `nesting`; empty for the module itself.
/// Reports kernels on tensors and kernels that no schedule walks.
LogicalResult emitKernels(ModuleOp module, Operation *symbolTable,
                          StringRef nesting, TargetLowering &target);

} // namespace mlir::fp8

#endif // FP8_CODEGEN_MODULEEMITTER_H
