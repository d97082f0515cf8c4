//===- Prepare.h - Preparation of a training step from a file -------------===//

#ifndef FP8_RUN_PREPARE_H
#define FP8_RUN_PREPARE_H

#include "Options/Options.h"
#include "fp8/Driver/StepFunctions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::fp8::run {

/// Reads the input file into `sourceMgr`, which later diagnostics refer to, and
/// parses it. Returns null after an error.
OwningOpRef<ModuleOp> parseModule(const Options &options,
                                  llvm::SourceMgr &sourceMgr,
                                  MLIRContext *context);

/// Lowers a file in Model form to Scaled form under the requested recipe. A
/// file in Scaled form is unchanged. Afterwards arguments and results are named
/// and paired.
FailureOr<StepFunctions> prepare(ModuleOp module, const Options &options);

/// Stores the states of the step by `preset` and --storage-override. The module
/// then has @pack and @unpack, unless no state is changed.
FailureOr<StepFunctions> store(ModuleOp module, StoragePreset preset,
                               const Options &options);

/// Prepares a copy of `module`, as read from the file, with stored states, but
/// for one rank and one micro-batch. Prints no messages. Checkpoints of runs
/// with different numbers of ranks have the same such module.
FailureOr<OwningOpRef<ModuleOp>> prepareAlone(ModuleOp module,
                                              const Options &options);

/// Divides the states of the steps among the ranks of the mesh, as --shard
/// requests.
FailureOr<StepFunctions> shard(ModuleOp module, const Options &options);

/// Appends the values that --dump, --health, --html and --check-finite need to
/// the results of the step.
LogicalResult observe(ModuleOp module, const Options &options);

} // namespace mlir::fp8::run

#endif // FP8_RUN_PREPARE_H
