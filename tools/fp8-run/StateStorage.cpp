//===- StateStorage.cpp - Storage of the states of a run ------------------===//

#include "StateStorage.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Returns the names of the seed and the step number if storage adds them. A
/// file with values of states may contain them, too. For a file of planes,
/// --inputs-storage decides.
static SmallVector<StringRef> getDrawn(const Options &options,
                                       const Signature &logical,
                                       const Signature &stored) {
  SmallVector<StringRef> names;
  if (!options.inputsStorage)
    for (const Argument &argument : stored.arguments)
      if (!logical.find(argument.name) && (argument.state == StateKind::RNG ||
                                           argument.state == StateKind::Step))
        names.push_back(argument.name);
  return names;
}

/// Removes the options for arguments that are in `stored` but not in `logical`
/// from `options`, and returns them.
static std::vector<ArgumentOption>
takeAdded(Options &options, const Signature &logical, const Signature &stored) {
  std::vector<ArgumentOption> added;
  llvm::erase_if(options.arguments, [&](const ArgumentOption &option) {
    bool isAdded =
        !logical.find(option.argument) && stored.find(option.argument);
    if (isAdded)
      added.push_back(option);
    return isAdded;
  });
  return added;
}

LogicalResult StateStorage::tryChanges(const Signature &logical,
                                       Options &options) {
  for (const auto &[number, preset] : options.storageChanges) {
    OwningOpRef<ModuleOp> module = original->clone();
    FailureOr<StepFunctions> functions = store(*module, preset, options);
    if (failed(functions))
      return failure();
    FailureOr<Signature> stored = readSignature(functions->step);
    if (failed(stored))
      return failure();
    for (const ArgumentOption &option : takeAdded(options, logical, *stored)) {
      const Argument &argument = *stored->find(option.argument);
      if (argument.state != StateKind::RNG ||
          option.kind != ArgumentOption::Kind::Value || !option.integer)
        return emitError(argument.loc, "expected --arg to set argument '")
               << argument.name << "', which --storage adds at step " << number
               << ", to a seed, a whole number; the storage determines all "
                  "other "
                  "added values";
      FailureOr<HostTensor> seed = allocateAt(argument.loc, argument.type);
      if (failed(seed))
        return failure();
      seed->fillInt(*option.integer);
      seeds.insert_or_assign(argument.name, std::move(*seed));
    }
  }
  return success();
}

FailureOr<Inputs> StateStorage::createInputs(ModuleOp module,
                                             StepFunctions &functions,
                                             Signature &signature,
                                             InitialState init,
                                             const Options &options) {
  FailureOr<StoredInputs> storedInputs = StoredInputs::create(module, options);
  if (failed(storedInputs))
    return failure();
  if (!options.storesStates())
    return Inputs::create(functions.step, signature, std::move(init),
                          std::move(*storedInputs), options);
  original = module.clone();
  numOriginalArguments = signature.arguments.size();
  FailureOr<StepFunctions> stored =
      store(module, options.train->storage, options);
  if (failed(stored))
    return failure();
  packed = PackedState::take(module);
  FailureOr<Signature> read = readSignature(stored->step);
  if (failed(read))
    return failure();

  // New arguments have the names of planes.
  Options logical = options;
  std::vector<ArgumentOption> added = takeAdded(logical, signature, *read);
  if (failed(tryChanges(signature, logical)))
    return failure();
  FailureOr<Inputs> inputs = Inputs::create(
      original->lookupSymbol<func::FuncOp>("step"), signature, std::move(init),
      std::move(*storedInputs), logical, getDrawn(options, signature, *read));
  if (failed(inputs) ||
      failed(inputs->store(stored->step, signature, *read, packed, added)))
    return failure();
  functions = *stored;
  signature = std::move(*read);
  return inputs;
}

FailureOr<HostTensor> StateStorage::create(const Argument &argument,
                                           int64_t number) const {
  auto seed = seeds.find(argument.name);
  if (argument.state == StateKind::RNG && seed != seeds.end())
    return cloneAt(argument.loc, seed->second);
  FailureOr<HostTensor> tensor = allocateAt(argument.loc, argument.type);
  if (failed(tensor))
    return failure();
  if (argument.state == StateKind::Step)
    tensor->fillInt(number);
  else
    tensor->fill(argument.initial.value_or(0));
  return tensor;
}

FailureOr<StepFunctions> StateStorage::change(StoragePreset preset,
                                              int64_t number, TrainLoop &loop,
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
  FailureOr<Signature> read = readSignature(functions->step);
  if (failed(read))
    return failure();
  auto findUnpacked = [&](StringRef name) {
    const HostTensor *value = values->find(name);
    return value ? value : loop.find(name);
  };
  FailureOr<NamedResults> planes = next.pack(findUnpacked);
  if (failed(planes))
    return failure();

  for (const Argument &argument : getAdded(signature))
    if (argument.state == StateKind::RNG) {
      FailureOr<HostTensor> seed =
          cloneAt(argument.loc, *loop.find(argument.name));
      if (failed(seed))
        return failure();
      seeds.insert_or_assign(argument.name, std::move(*seed));
    }
  std::vector<HostTensor> arguments;
  for (const Argument &argument : read->arguments) {
    const HostTensor *value = planes->find(argument.name);
    if (!value)
      value = findUnpacked(argument.name);
    FailureOr<HostTensor> tensor =
        value ? cloneAt(argument.loc, *value) : create(argument, number);
    if (failed(tensor))
      return failure();
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

FailureOr<NamedResults> StateStorage::unpack(PackedState::Lookup lookup) {
  return packed.unpack(lookup);
}
