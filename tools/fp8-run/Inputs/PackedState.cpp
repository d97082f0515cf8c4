//===- PackedState.cpp - Conversion between state values and planes -------===//

#include "Inputs/PackedState.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

static constexpr StringLiteral kPack = "pack";
static constexpr StringLiteral kUnpack = "unpack";

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

FailureOr<std::optional<FunctionParts>> PackedState::getPack() {
  if (!module)
    return std::optional<FunctionParts>();
  ModuleOp functions = *module;
  FailureOr<FunctionParts> parts =
      FunctionParts::create(functions.lookupSymbol<func::FuncOp>(kPack));
  if (failed(parts))
    return failure();
  return std::optional<FunctionParts>(std::move(*parts));
}

FailureOr<NamedResults> PackedState::run(StringRef function, Lookup lookup) {
  NamedResults results;
  if (!module)
    return results;
  ModuleOp functions = *module;
  FailureOr<FunctionParts> parts =
      FunctionParts::create(functions.lookupSymbol<func::FuncOp>(function));
  if (failed(parts))
    return failure();
  for (size_t i = 0; i < parts->size(); ++i) {
    FailureOr<NamedResults> made = parts->run(i, lookup);
    if (failed(made))
      return failure();
    results.append(std::move(*made));
  }
  return results;
}

FailureOr<NamedResults> PackedState::pack(Lookup lookup) {
  return run(kPack, lookup);
}

FailureOr<NamedResults> PackedState::unpack(Lookup lookup) {
  return run(kUnpack, lookup);
}
