//===- TrainLoop.cpp - Repeated execution of a step -----------------------===//

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
    // A value that varies is written when the step runs.
    if (!source.varies())
      source.write(*tensor, argument.name, 0);
    loop.arguments.push_back(std::move(*tensor));
  }
  loop.written.resize(loop.arguments.size());
  return loop;
}

void TrainLoop::change(const Signature &newSignature,
                       ArrayRef<Source> newSources,
                       std::vector<HostTensor> values) {
  signature = &newSignature;
  sources = newSources;
  arguments = std::move(values);
  written.clear();
  written.resize(arguments.size());
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
  for (auto [i, argument, source, tensor] :
       llvm::enumerate(signature->arguments, sources, arguments)) {
    if (source.varies()) {
      source.write(tensor, argument.name, number);
      written.set(i);
    }
    pointers.push_back(&tensor);
  }
  for (unsigned i = 0, e = step.results.size(); i < e; ++i)
    if (std::optional<unsigned> updated = step.program->getUpdatedArgument(i))
      std::swap(arguments[*updated], step.results[i]);
  LogicalResult result = step.program->step(pointers, written, step.results);
  written.reset();
  return result;
}

LogicalResult TrainLoop::feedBack(Step &step) {
  for (auto [i, argument, tensor] :
       llvm::enumerate(signature->arguments, arguments)) {
    if (!argument.updatedBy)
      continue;
    // A state that is not updated in place is fed back through the host.
    if (!step.program->getUpdatedArgument(*argument.updatedBy)) {
      if (failed(step.fetch(*argument.updatedBy)))
        return failure();
      written.set(i);
    }
    std::swap(tensor, step.results[*argument.updatedBy]);
  }
  return success();
}
