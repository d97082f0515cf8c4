//===- Prepare.h - From a file to a training step -------------------------===//

#ifndef FP8_RUN_PREPARE_H
#define FP8_RUN_PREPARE_H

#include "Options/Options.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::fp8::run {

/// Reads the input file into `sourceMgr`, which diagnostics refer to later, and
/// parses it. Null after an error.
OwningOpRef<ModuleOp> parseModule(const Options &options,
                                  llvm::SourceMgr &sourceMgr,
                                  MLIRContext *context);

/// The exported functions of a training step.
struct StepFunctions {
  func::FuncOp step;
  /// What runs in the place of `step` the first time, or null.
  func::FuncOp first;
  /// What runs in its place at the steps that `fp8.steps` lists.
  SmallVector<func::FuncOp> variants;
};

/// Brings a file in Model form to Scaled form under the recipe that is asked
/// for; one that is in Scaled form stays as it is. Afterwards arguments and
/// results are named and paired.
FailureOr<StepFunctions> prepare(ModuleOp module, const Options &options);

/// Stores the states of the step by `preset` and --storage-override. The module
/// has @pack and @unpack then, unless all stay as they are.
FailureOr<StepFunctions> store(ModuleOp module, StoragePreset preset,
                               const Options &options);

/// Appends what --dump and --health want to know to the results of the step.
LogicalResult observe(ModuleOp module, const Options &options);

} // namespace mlir::fp8::run

#endif // FP8_RUN_PREPARE_H
