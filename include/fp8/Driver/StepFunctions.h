//===- StepFunctions.h - the functions of a training step -------*- C++ -*-===//
//
// Lowers the module of a frontend to the functions that a host runs. fp8-run
// and the C API share this code.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_DRIVER_STEPFUNCTIONS_H
#define FP8_DRIVER_STEPFUNCTIONS_H

#include "fp8/Pipelines/TrainPipeline.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// The exported functions of a training step.
struct StepFunctions {
  /// Finds the functions in a module in Scaled form. Reports a function whose
  /// type differs from the type of the step.
  static FailureOr<StepFunctions> find(ModuleOp module);

  func::FuncOp step;
  /// The function that replaces `step` at the first step, or null.
  func::FuncOp first;
  /// The functions that replace `step` at the steps that `fp8.steps` lists.
  SmallVector<func::FuncOp> variants;
};

/// Lowers a module in Model form to Scaled form, without storing or dividing
/// its states. A module in Scaled form is only annotated and checked; with a
/// recipe it is rejected. Afterwards arguments and results are named and
/// paired.
LogicalResult lowerToScaledForm(ModuleOp module,
                                const TrainPipelineOptions &options);

/// Applies the storage in `options` to the states of a step in Scaled form. The
/// module then has @pack and @unpack, unless no state is changed.
LogicalResult storeStates(ModuleOp module, const TrainPipelineOptions &options);

} // namespace mlir::fp8

#endif // FP8_DRIVER_STEPFUNCTIONS_H
