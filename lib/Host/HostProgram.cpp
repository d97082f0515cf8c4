//===- HostProgram.cpp - programs in host memory --------------------------===//

#include "fp8/Host/Program.h"

using namespace mlir;
using namespace mlir::fp8;

LogicalResult HostProgram::run(ArrayRef<const HostTensor *> arguments,
                               MutableArrayRef<HostTensor> results) {
  SmallVector<const HostTensor *> sources(arguments);
  SmallVector<HostTensor *> targets;
  for (HostTensor &result : results)
    targets.push_back(&result);
  // The caller's arguments must not change. Each result that overwrites an
  // argument therefore starts as a copy of it.
  for (auto [i, argument] : llvm::enumerate(updated))
    if (argument) {
      llvm::copy(arguments[*argument]->bytes(), results[i].bytes().begin());
      sources[*argument] = &results[i];
    }
  return execute(sources, targets);
}

LogicalResult HostProgram::step(StateStore &states,
                                MutableArrayRef<HostTensor> results) {
  bool isInPlace = !updated.empty();
  FailureOr<StateStore::Binding> binding = states.bind(isInPlace, results);
  if (failed(binding) || failed(execute(binding->arguments, binding->results)))
    return failure();
  states.commit(isInPlace);
  return success();
}
