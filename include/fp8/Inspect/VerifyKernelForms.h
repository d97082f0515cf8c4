//===- VerifyKernelForms.h - Fused and Planned form --------------------*- C++
//-*-===//
#ifndef FP8_INSPECT_VERIFYKERNELFORMS_H
#define FP8_INSPECT_VERIFYKERNELFORMS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// Whether `value` is all of `argument`, itself or in another shape.
bool isWholeArgument(Value value, BlockArgument argument);

/// Reports a value of a state that is overwritten before it is read: the sign
/// of a wrong order. States are the arguments with `fp8.in_place`.
LogicalResult verifyStates(func::FuncOp function);

/// Reports what Fused form, kernels on tensors, does not hold.
LogicalResult verifyFusedForm(ModuleOp module);

/// Reports what Planned form, kernels on buffers, does not hold.
LogicalResult verifyPlannedForm(ModuleOp module);

} // namespace mlir::fp8

#endif // FP8_INSPECT_VERIFYKERNELFORMS_H
