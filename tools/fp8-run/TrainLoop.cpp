//===- TrainLoop.cpp - Runs a step again and again ------------------------===//

#include "TrainLoop.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

FailureOr<TrainLoop> TrainLoop::create(const Signature &signature,
                                       ArrayRef<Source> sources) {
  TrainLoop loop(signature, sources);
  for (auto [argument, source] :
       llvm::zip_equal(signature.arguments, sources)) {
    FailureOr<HostTensor> tensor = allocateAt(argument.loc, argument.type);
    if (failed(tensor))
      return failure();
    // A value of each step is written when the step runs.
    if (!source.varies())
      source.write(*tensor, argument.name, 0);
    loop.arguments.push_back(std::move(*tensor));
  }
  return loop;
}

void TrainLoop::change(const Signature &newSignature,
                       ArrayRef<Source> newSources,
                       std::vector<HostTensor> values) {
  signature = &newSignature;
  sources = newSources;
  arguments = std::move(values);
}

const HostTensor *TrainLoop::find(StringRef name) const {
  for (auto [argument, tensor] :
       llvm::zip_equal(signature->arguments, arguments))
    if (argument.name == name)
      return &tensor;
  return nullptr;
}

LogicalResult TrainLoop::run(Step &step, int64_t number) {
  SmallVector<const HostTensor *> pointers;
  for (auto [argument, source, tensor] :
       llvm::zip_equal(signature->arguments, sources, arguments)) {
    if (source.varies())
      source.write(tensor, argument.name, number);
    pointers.push_back(&tensor);
  }
  for (unsigned i = 0, e = step.results.size(); i < e; ++i)
    if (std::optional<unsigned> updated = step.program->getUpdatedArgument(i))
      std::swap(arguments[*updated], step.results[i]);
  return step.program->run(pointers, step.results);
}

void TrainLoop::feedBack(Step &step) {
  for (auto [argument, tensor] :
       llvm::zip_equal(signature->arguments, arguments))
    if (argument.updatedBy)
      std::swap(tensor, step.results[*argument.updatedBy]);
}
