//===- TrainLoop.cpp - Repeated execution of a step -----------------------===//

#include "TrainLoop.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

FailureOr<TrainLoop> TrainLoop::create(const Signature &signature,
                                       ArrayRef<Source> sources, Inputs &inputs,
                                       Location loc) {
  TrainLoop loop(sources, loc);
  std::vector<HostTensor> arguments;
  for (auto [i, argument, source] :
       llvm::enumerate(signature.arguments, sources)) {
    if (std::optional<HostTensor> value = inputs.takeValue(i)) {
      arguments.push_back(std::move(*value));
      continue;
    }
    FailureOr<HostTensor> tensor = allocateAt(argument.loc, argument.type);
    if (failed(tensor))
      return failure();
    if (source.rows) {
      FailureOr<HostTensor> whole =
          allocateAt(argument.loc, source.rows->whole);
      if (failed(whole))
        return failure();
      source.write(*whole, argument.name, 0);
      source.copyRows(*whole, *tensor);
      arguments.push_back(std::move(*tensor));
      continue;
    }
    // A value that varies is written when the step runs.
    if (!source.varies())
      source.write(*tensor, argument.name, 0);
    arguments.push_back(std::move(*tensor));
  }
  loop.setArguments(signature, std::move(arguments));
  return loop;
}

void TrainLoop::setArguments(const Signature &newSignature,
                             std::vector<HostTensor> arguments) {
  signature = &newSignature;
  states = std::make_unique<StateStore>(loc, std::move(arguments),
                                        signature->getUpdatedArguments());
}

void TrainLoop::change(const Signature &newSignature,
                       ArrayRef<Source> newSources,
                       std::vector<HostTensor> values) {
  sources = newSources;
  setArguments(newSignature, std::move(values));
}

const HostTensor *TrainLoop::find(StringRef name) const {
  for (auto [i, argument] : llvm::enumerate(signature->arguments))
    if (argument.name == name)
      return &states->get(i);
  return nullptr;
}

LogicalResult TrainLoop::copyArguments() {
  if (failed(states->download()))
    return failure();
  kept.clear();
  for (unsigned i = 0, e = signature->arguments.size(); i < e; ++i) {
    FailureOr<HostTensor> copy = cloneAt(loc, states->get(i));
    if (failed(copy))
      return failure();
    kept.push_back(std::move(*copy));
  }
  return success();
}

LogicalResult TrainLoop::run(Step &step, int64_t number) {
  for (auto [i, argument, source] :
       llvm::enumerate(signature->arguments, sources))
    if (source.varies())
      source.write(states->upload(i), argument.name, number);
  if (keepsArguments && failed(copyArguments()))
    return failure();
  return step.program->step(*states, step.results);
}

FailureOr<const HostTensor *> TrainLoop::fetch(Step &step, unsigned i) {
  std::optional<unsigned> state = states->getState(i);
  if (failed(state ? states->download(*state) : step.fetch(i)))
    return failure();
  return state ? &states->get(*state) : &step.results[i];
}

FailureOr<std::vector<NamedTensor>> TrainLoop::fetchResults(Step &step) {
  std::vector<NamedTensor> results;
  for (auto [i, name] : llvm::enumerate(step.resultNames)) {
    FailureOr<const HostTensor *> result = fetch(step, i);
    if (failed(result))
      return failure();
    results.push_back({name, *result});
  }
  return results;
}
