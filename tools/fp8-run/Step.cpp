//===- Step.cpp - A training step that can run ----------------------------===//

#include "Step.h"

#include "fp8/Execution/CPUProgram.h"
#include "fp8/Execution/SimProgram.h"
#include "fp8/Execution/StockProgram.h"
#include "fp8/Reference/Evaluator.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

FailureOr<HostTensor> run::allocateAt(Location loc, RankedTensorType type) {
  return HostTensor::allocate(type, [&] { return emitError(loc); });
}

FailureOr<HostTensor> run::cloneAt(Location loc, const HostTensor &tensor) {
  return tensor.clone([&] { return emitError(loc); });
}

static FailureOr<std::unique_ptr<Program>>
compile(ModuleOp module, StringRef function, const Options &options,
        std::shared_ptr<CUDAMemory> memory, std::optional<StepReport> &report) {
  switch (options.target) {
  case Target::Reference:
    return createReferenceProgram(module, function);
  case Target::Stock:
    return createStockProgram(module, function);
  case Target::CPU:
    return createCPUProgram(module, function,
                            {options.threads, options.maxOutstandingBytes},
                            &report.emplace());
  case Target::Sim: {
    SimProgramOptions sim;
    if (!options.chip.empty())
      sim.chip = options.chip;
    sim.maxOutstandingBytes = options.maxOutstandingBytes;
    sim.countTraffic = options.bench;
    return createSimProgram(module, function, sim);
  }
  case Target::CUDA: {
    CUDAProgramOptions cuda;
    cuda.chip = options.chip;
    cuda.fastSums = options.fastSums;
    cuda.useTF32 = options.useTF32;
    cuda.maxOutstandingBytes = options.maxOutstandingBytes;
    cuda.decodeBlocks = options.decodeBlocks;
    cuda.saveFolder = options.saveKernels;
    cuda.memory = std::move(memory);
    return createCUDAProgram(module, function, cuda, &report.emplace());
  }
  }
  llvm_unreachable("not a target");
}

FailureOr<Step> Step::create(ModuleOp module, func::FuncOp function,
                             const Options &options,
                             std::shared_ptr<CUDAMemory> memory) {
  FailureOr<Signature> signature = readSignature(function);
  if (failed(signature))
    return failure();
  Step step;
  FailureOr<std::unique_ptr<Program>> program = compile(
      module, function.getName(), options, std::move(memory), step.report);
  if (failed(program))
    return failure();
  step.program = std::move(*program);
  for (auto [i, result] : llvm::enumerate(signature->results)) {
    step.resultNames.push_back(result.name);
    // The memory of the argument comes here.
    if (step.program->getUpdatedArgument(i)) {
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

LogicalResult Step::fetchAll() {
  for (unsigned i = 0; i < results.size(); ++i)
    if (failed(fetch(i)))
      return failure();
  return success();
}
