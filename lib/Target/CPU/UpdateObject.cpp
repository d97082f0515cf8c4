//===- UpdateObject.cpp - updates without shapes as an object file --------===//

#include "ObjectCompiler.h"
#include "fp8/Analysis/Entry.h"
#include "fp8/Analysis/StepReport.h"
#include "fp8/Execution/UpdatePlan.h"
#include "fp8/Execution/UpdateTable.h"

using namespace mlir;
using namespace mlir::fp8;

/// Reads the example tensors of the step, and prepares all functions.
static FailureOr<std::vector<ExampleTensor>> prepare(ModuleOp module) {
  func::FuncOp step = findEntry(module, kEntryName);
  if (!step)
    return failure();
  auto tensors = getExampleTensors(step);
  if (failed(tensors))
    return failure();
  for (auto function : module.getOps<func::FuncOp>())
    if (isStepFunction(function) &&
        failed(separateScalarStates(function, *tensors)))
      return failure();
  return tensors;
}

FailureOr<ObjectFile> fp8::compileUpdateKernels(ModuleOp module, StringRef name,
                                                const ObjectOptions &options) {
  auto tensors = prepare(module);
  if (failed(tensors))
    return failure();
  ObjectCompiler compiler(module, options);
  std::vector<NamedUpdate> updates;
  auto read = [&](func::FuncOp function) -> LogicalResult {
    FailureOr<StepSignature> signature =
        StepSignature::read(function, options.prefix);
    if (failed(signature))
      return failure();
    FailureOr<UpdatePlan> plan =
        UpdatePlan::read(function, *signature, *tensors);
    if (failed(plan))
      return failure();
    updates.push_back({signature->name, std::move(*plan)});
    return success();
  };
  FailureOr<std::unique_ptr<llvm::Module>> llvmModule = compiler.compile(read);
  if (failed(llvmModule))
    return failure();
  for (const NamedUpdate &update : updates)
    if (failed(addUpdate(**llvmModule, update.name, update.plan)))
      return failure();
  ObjectFile file;
  if (failed(compiler.emit(**llvmModule, file.object)))
    return failure();
  file.header = printUpdateHeader(name, updates);
  return file;
}
