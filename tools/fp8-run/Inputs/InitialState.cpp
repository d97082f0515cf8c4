//===- InitialState.cpp - Results of @init of a module --------------------===//

#include "Inputs/InitialState.h"

#include "Step.h"
#include "fp8/Driver/InitFunction.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

InitialState InitialState::take(ModuleOp module) {
  InitialState state;
  state.module = takeInitFunction(module);
  return state;
}

LogicalResult InitialState::prepare(uint64_t seedValue,
                                    const Signature &signature) {
  if (!module)
    return success();
  auto init = module->lookupSymbol<func::FuncOp>(kInitFunctionName);
  if (failed(verifyInitFunction(init, signature)))
    return failure();
  if (takesSeed(init) && !llvm::isUInt<32>(seedValue))
    return init.emitError("expected --inputs=random:SEED to be less than 2^32, "
                          "because @init takes an i32, but got ")
           << seedValue;
  FailureOr<FunctionParts> split = FunctionParts::create(init);
  if (failed(split))
    return failure();
  if (takesSeed(init)) {
    FailureOr<HostTensor> tensor =
        allocateAt(init.getLoc(), split->getSignature().arguments.front().type);
    if (failed(tensor))
      return failure();
    tensor->fillInt(seedValue);
    seed = std::move(*tensor);
  }
  parts = std::move(*split);
  return success();
}

FailureOr<NamedResults> InitialState::run(size_t part) const {
  return parts->run(part, [&](StringRef) { return &seed; });
}
