//===- PackedState.cpp - Conversion between state values and planes -------===//

#include "Inputs/PackedState.h"

#include "Step.h"
#include "fp8/Reference/Evaluator.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

static constexpr StringLiteral kPack = "pack";
static constexpr StringLiteral kUnpack = "unpack";

const HostTensor *NamedResults::find(StringRef name) const {
  for (auto [result, value] : llvm::zip(signature.results, values))
    if (result.name == name)
      return &value;
  return nullptr;
}

PackedState PackedState::take(ModuleOp module) {
  PackedState state;
  for (StringRef name : {kPack, kUnpack})
    if (auto function = module.lookupSymbol<func::FuncOp>(name)) {
      if (!state.module)
        state.module = ModuleOp::create(module.getLoc());
      function->remove();
      state.module->push_back(function);
    }
  return state;
}

FailureOr<std::vector<Argument>> PackedState::getPlanes() {
  if (!module)
    return std::vector<Argument>();
  ModuleOp functions = *module;
  FailureOr<Signature> read =
      readSignature(functions.lookupSymbol<func::FuncOp>(kUnpack));
  if (failed(read))
    return failure();
  return std::move(read->arguments);
}

FailureOr<NamedResults> PackedState::run(StringRef function, Lookup lookup) {
  NamedResults results;
  if (!module)
    return results;
  ModuleOp functions = *module;
  auto callee = functions.lookupSymbol<func::FuncOp>(function);
  FailureOr<Signature> read = readSignature(callee);
  FailureOr<std::unique_ptr<Program>> program =
      createReferenceProgram(functions, function);
  if (failed(read) || failed(program))
    return failure();
  SmallVector<const HostTensor *> arguments;
  for (const Argument &argument : read->arguments) {
    arguments.push_back(lookup(argument.name));
    assert(arguments.back() && "the pass converts what the step has");
  }
  for (const Result &result : read->results) {
    FailureOr<HostTensor> tensor = allocateAt(callee.getLoc(), result.type);
    if (failed(tensor))
      return failure();
    results.values.push_back(std::move(*tensor));
  }
  results.signature = std::move(*read);
  if (failed((*program)->run(arguments, results.values)))
    return failure();
  return results;
}

FailureOr<NamedResults> PackedState::pack(Lookup lookup) {
  return run(kPack, lookup);
}

FailureOr<NamedResults> PackedState::unpack(Lookup lookup) {
  return run(kUnpack, lookup);
}
