//===- StepFunctions.cpp - the functions of a training step ---------------===//

#include "fp8/Driver/StepFunctions.h"
#include "fp8/Analysis/UndefinedContents.h"
#include "fp8/Execution/ProgramEntry.h"
#include "fp8/IR/FP8.h"
#include "fp8/IR/QuantizePolicy.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::fp8;

FailureOr<StepFunctions> StepFunctions::find(ModuleOp module) {
  StepFunctions functions{module.lookupSymbol<func::FuncOp>("step"),
                          module.lookupSymbol<func::FuncOp>("step0"),
                          {}};
  SmallVector<func::FuncOp> others;
  if (functions.first)
    others.push_back(functions.first);
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(kStepsAttrName)) {
      functions.variants.push_back(function);
      others.push_back(function);
    }
  for (func::FuncOp other : others)
    if (other.getFunctionType() != functions.step.getFunctionType())
      return other.emitError("expected @")
             << other.getName() << " to have the type of @step, "
             << functions.step.getFunctionType() << ", but its type is "
             << other.getFunctionType();
  return functions;
}

/// Returns an op that shows that the step is already quantized, or null. A
/// recipe would quantize it again. The step of a rank may have collectives in
/// Model form, too.
static Operation *findScaledOp(ModuleOp module) {
  Operation *found = nullptr;
  module.walk([&](Operation *op) {
    if (!isa_and_nonnull<FP8Dialect>(op->getDialect()) ||
        isa<AllReduceOp, AllGatherOp, ReduceScatterOp>(op))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

LogicalResult fp8::lowerToScaledForm(ModuleOp module,
                                     const TrainPipelineOptions &options) {
  Operation *scaled = findScaledOp(module);
  if (scaled && options.recipe != Recipe::None)
    return scaled->emitError("expected a step without fp8 ops for --recipe, "
                             "but there is ")
           << scaled->getName();
  // The train pipeline checks all other steps.
  if (scaled && reportUndefinedContents(module, /*maxErrors=*/20) != 0)
    return failure();
  TrainPipelineOptions train;
  train.copyOptionValuesFrom(options);
  train.from = scaled ? Form::Scaled : Form::Model;
  return runPasses(
      module, [&](OpPassManager &pm) { buildScaledStepPipeline(pm, train); });
}

LogicalResult fp8::storeStates(ModuleOp module,
                               const TrainPipelineOptions &options) {
  return runPasses(module, [&](OpPassManager &pm) {
    buildStoredStatesPipeline(pm, options);
  });
}
