//===- VerifyKernelForms.h - Fused and Planned form -------------*- C++ -*-===//
#ifndef FP8_INSPECT_VERIFYKERNELFORMS_H
#define FP8_INSPECT_VERIFYKERNELFORMS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// Returns true if `value` is all of `argument`, directly or reshaped.
bool isWholeArgument(Value value, BlockArgument argument);

/// Reports a value of a state that is overwritten before it is read, which
/// indicates a wrong order. States are the arguments with `fp8.in_place`.
LogicalResult verifyStates(func::FuncOp function);

/// Reports violations of Fused form, which consists of kernels on tensors.
LogicalResult verifyFusedForm(ModuleOp module);

/// Reports violations of Planned form, which consists of kernels on buffers.
LogicalResult verifyPlannedForm(ModuleOp module);

} // namespace mlir::fp8

#endif // FP8_INSPECT_VERIFYKERNELFORMS_H
