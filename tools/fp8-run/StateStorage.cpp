//===- StateStorage.cpp - How a run stores its states ---------------------===//

#include "StateStorage.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Takes those of `options` for arguments that are in `stored` but not in
/// `logical` out of it.
static std::vector<ArgumentOption>
takeAdded(Options &options, const Signature &logical, const Signature &stored) {
  std::vector<ArgumentOption> added;
  llvm::erase_if(options.arguments, [&](const ArgumentOption &option) {
    auto hasName = [&](const Argument &argument) {
      return argument.name == option.argument;
    };
    bool isAdded = llvm::none_of(logical.arguments, hasName) &&
                   llvm::any_of(stored.arguments, hasName);
    if (isAdded)
      added.push_back(option);
    return isAdded;
  });
  return added;
}

FailureOr<Inputs> StateStorage::createInputs(ModuleOp module,
                                             StepFunctions &functions,
                                             Signature &signature,
                                             InitialState init,
                                             const Options &options) {
  if (!options.storesStates())
    return Inputs::create(functions.step, signature, std::move(init), options);
  original = module.clone();
  numOriginalArguments = signature.arguments.size();
  FailureOr<StepFunctions> stored = store(module, options.storage, options);
  if (failed(stored))
    return failure();
  packed = PackedState::take(module);
  FailureOr<Signature> read = readSignature(stored->step, options.loss);
  if (failed(read))
    return failure();

  // What is new has the names of planes.
  Options logical = options;
  std::vector<ArgumentOption> added = takeAdded(logical, signature, *read);
  FailureOr<Inputs> inputs =
      Inputs::create(original->lookupSymbol<func::FuncOp>("step"), signature,
                     std::move(init), logical);
  if (failed(inputs) ||
      failed(inputs->store(stored->step, signature, *read, packed, added)))
    return failure();
  functions = *stored;
  signature = std::move(*read);
  return inputs;
}

FailureOr<StepFunctions> StateStorage::change(StoragePreset preset,
                                              TrainLoop &loop,
                                              Signature &signature,
                                              std::vector<Source> &sources,
                                              const Options &options) {
  auto find = [&](StringRef name) { return loop.find(name); };
  FailureOr<NamedResults> values = packed.unpack(find);
  if (failed(values))
    return failure();
  OwningOpRef<ModuleOp> module = original->clone();
  FailureOr<StepFunctions> functions = store(*module, preset, options);
  if (failed(functions))
    return failure();
  PackedState next = PackedState::take(*module);
  FailureOr<Signature> read = readSignature(functions->step, options.loss);
  if (failed(read))
    return failure();
  auto findUnpacked = [&](StringRef name) {
    const HostTensor *value = values->find(name);
    return value ? value : loop.find(name);
  };
  FailureOr<NamedResults> planes = next.pack(findUnpacked);
  if (failed(planes))
    return failure();

  std::vector<HostTensor> arguments;
  for (const Argument &argument : read->arguments) {
    const HostTensor *value = planes->find(argument.name);
    if (!value)
      value = findUnpacked(argument.name);
    if (value) {
      arguments.push_back(value->clone());
      continue;
    }
    FailureOr<HostTensor> tensor = allocateAt(argument.loc, argument.type);
    if (failed(tensor))
      return failure();
    tensor->fill(argument.initial.value_or(0));
    arguments.push_back(std::move(*tensor));
  }
  if (failed(observe(*module, options)))
    return failure();
  packed = std::move(next);
  signature = std::move(*read);
  sources.resize(numOriginalArguments);
  sources.resize(arguments.size());
  loop.change(signature, sources, std::move(arguments));
  modules.push_back(std::move(module));
  return functions;
}
