//===- Step.cpp - A compiled training step --------------------------------===//

#include "Step.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

FailureOr<HostTensor> run::allocateAt(Location loc, RankedTensorType type) {
  return HostTensor::allocate(type, [&] { return emitError(loc); });
}

FailureOr<HostTensor> run::cloneAt(Location loc, const HostTensor &tensor) {
  return tensor.clone([&] { return emitError(loc); });
}

FailureOr<Step> Step::create(ModuleOp module, func::FuncOp function,
                             const Options &options,
                             const ProgramFactory &createProgram) {
  FailureOr<Signature> signature = readSignature(function);
  if (failed(signature))
    return failure();
  Step step;
  StepReport *report = options.target->getProperties().plansMemory
                           ? &step.report.emplace()
                           : nullptr;
  FailureOr<std::unique_ptr<Program>> program =
      createProgram(module, function.getName(), report);
  if (failed(program))
    return failure();
  step.program = std::move(*program);
  for (auto [result, updated] :
       llvm::zip_equal(signature->results, signature->getUpdatedArguments())) {
    step.resultNames.push_back(result.name);
    if (updated) {
      step.results.emplace_back();
      continue;
    }
    FailureOr<HostTensor> tensor = allocateAt(function.getLoc(), result.type);
    if (failed(tensor))
      return failure();
    step.results.push_back(std::move(*tensor));
  }
  return step;
}
