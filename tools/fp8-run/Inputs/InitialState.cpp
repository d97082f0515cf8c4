//===- InitialState.cpp - Results of @init of a module --------------------===//

#include "Inputs/InitialState.h"

#include "Step.h"
#include "fp8/Driver/InitFunction.h"
#include "fp8/Reference/Evaluator.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

InitialState InitialState::take(ModuleOp module) {
  InitialState state;
  state.module = takeInitFunction(module);
  return state;
}

LogicalResult InitialState::run(uint64_t seed, const Signature &signature) {
  if (!module)
    return success();
  auto init = module->lookupSymbol<func::FuncOp>(kInitFunctionName);
  if (failed(verifyInitFunction(init, signature)))
    return failure();
  if (takesSeed(init) && !llvm::isUInt<32>(seed))
    return init.emitError("expected --inputs=random:SEED to be less than 2^32, "
                          "because @init takes an i32, but got ")
           << seed;
  FailureOr<Signature> made = readSignature(init);
  if (failed(made))
    return failure();
  FailureOr<std::unique_ptr<Program>> program =
      createReferenceProgram(*module, kInitFunctionName);
  if (failed(program))
    return failure();
  for (const Result &result : made->results) {
    FailureOr<HostTensor> tensor = allocateAt(init.getLoc(), result.type);
    if (failed(tensor))
      return failure();
    values.push_back(std::move(*tensor));
  }
  SmallVector<HostTensor, 1> seeds;
  SmallVector<const HostTensor *> arguments;
  if (takesSeed(init)) {
    FailureOr<HostTensor> tensor =
        allocateAt(init.getLoc(), made->arguments.front().type);
    if (failed(tensor))
      return failure();
    tensor->fillInt(seed);
    seeds.push_back(std::move(*tensor));
    arguments.push_back(&seeds.front());
  }
  results = std::move(*made);
  return (*program)->run(arguments, values);
}

const HostTensor *InitialState::find(StringRef name) const {
  for (auto [result, value] : llvm::zip(results.results, values))
    if (result.name == name)
      return &value;
  return nullptr;
}
