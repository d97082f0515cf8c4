//===- Entry.cpp - the function that is the training step -----------------===//

#include "fp8/Analysis/Entry.h"

#include "fp8/IR/QuantizePolicy.h"

using namespace mlir;
using namespace mlir::fp8;

// Errors about the choice of the step are emitted without printing the module.

static func::FuncOp findRequested(ModuleOp module, StringRef requested) {
  auto func = module.lookupSymbol<func::FuncOp>(requested);
  if (func && !func.isExternal())
    return func;
  InFlightDiagnostic diag = emitError(module.getLoc(), "expected a function @")
                            << requested
                            << " with a body, but the module has none";
  for (auto other : module.getOps<func::FuncOp>())
    if (!other.isExternal())
      diag.attachNote(other.getLoc()) << "there is @" << other.getName();
  return {};
}

static func::FuncOp findExported(ModuleOp module) {
  SmallVector<func::FuncOp> exported;
  for (auto func : module.getOps<func::FuncOp>())
    if (func.isPublic() && !func.isExternal())
      exported.push_back(func);
  for (func::FuncOp func : exported)
    if (func.getName() == kEntryName)
      return func;
  if (exported.empty()) {
    emitError(module.getLoc(), "expected a public function with a body, the "
                               "training step, but the module has none");
    return {};
  }
  if (exported.size() == 1)
    return exported.front();
  InFlightDiagnostic diag =
      emitError(exported.front().getLoc(),
                "expected one public function with a body, but got ");
  diag << exported.size()
       << "; name the training step by entry= of --fp8-annotate-states or "
          "--fp8-train-pipeline, or by --entry of fp8-run";
  for (func::FuncOp func : exported)
    diag.attachNote(func.getLoc()) << "@" << func.getName();
  return {};
}

func::FuncOp mlir::fp8::findEntry(ModuleOp module, StringRef requested) {
  func::FuncOp func = requested.empty() ? findExported(module)
                                        : findRequested(module, requested);
  if (!func || func.getBody().hasOneBlock())
    return func;
  emitError(func.getLoc(), "expected a training step of one block, but got ")
      << func.getBlocks().size();
  return {};
}

SmallVector<func::FuncOp> mlir::fp8::findSteps(ModuleOp module,
                                               func::FuncOp step) {
  SmallVector<func::FuncOp> functions = {step};
  for (auto func : module.getOps<func::FuncOp>())
    if (func != step && !func.isExternal() &&
        (func.getName() == "step0" || func->hasAttr(kStepsAttrName)))
      functions.push_back(func);
  return functions;
}

FailureOr<SmallVector<func::FuncOp>> mlir::fp8::findSteps(ModuleOp module) {
  auto step = module.lookupSymbol<func::FuncOp>(kEntryName);
  if (!step || step.isExternal()) {
    InFlightDiagnostic diag = emitError(
        module.getLoc(),
        "expected a function @step with a body, but the module has none");
    diag.attachNote() << "run --fp8-annotate-states, which renames the step "
                         "function to @step";
    return diag;
  }
  SmallVector<func::FuncOp> functions = findSteps(module, step);
  for (func::FuncOp func : functions)
    if (!func.getBody().hasOneBlock())
      return emitError(func.getLoc(), "expected a training step of one block");
  return functions;
}
