//===- SessionFiles.cpp - Checkpoints and outputs of a run ----------------===//

#include "Messages.h"
#include "SessionImpl.h"

#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

LogicalResult Session::saveInputs(ArrayRef<Source> given, Outputs &outputs) {
  if (options.saveInputs.empty())
    return success();
  FailureOr<SavedInputs> saved =
      SavedInputs::create(signature, given, options.steps);
  if (failed(saved))
    return failure();
  return reportError(outputs.addInputs(*saved));
}

Step &Session::getLastStep() {
  return steps->at(static_cast<int64_t>(record.getLosses().size()) - 1);
}

LogicalResult Session::compareRanks(ArrayRef<NamedTensor> results,
                                    Location loc) {
  std::vector<NamedTensor> states;
  for (const Argument &argument : signature.arguments)
    if (argument.updatedBy && !argument.shard)
      states.push_back({argument.name, results[*argument.updatedBy].tensor});
  return world.compareStates(states, record.getLosses().size(), loc);
}

LogicalResult Session::saveCheckpoint(Location loc) {
  FailureOr<std::vector<NamedTensor>> results =
      loop->fetchResults(getLastStep());
  if (failed(results) || failed(compareRanks(*results, loc)))
    return failure();
  return checkpoints->save(signature, *results, record, world, loc);
}

LogicalResult Session::joinStates(std::vector<NamedTensor> &results,
                                  std::deque<HostTensor> &joined) {
  for (const Argument &argument : signature.arguments) {
    if (!argument.updatedBy || !argument.shard)
      continue;
    NamedTensor &result = results[*argument.updatedBy];
    FailureOr<HostTensor> whole =
        world.join(*result.tensor, argument.getWholeType(), argument.loc);
    if (failed(whole))
      return failure();
    result.tensor = &joined.emplace_back(std::move(*whole));
  }
  return success();
}

LogicalResult Session::writeOutputs(Outputs &outputs) {
  FailureOr<std::vector<NamedTensor>> results =
      loop->fetchResults(getLastStep());
  if (failed(results))
    return failure();
  if (failed(compareRanks(*results, loop->getLoc())))
    return failure();
  std::deque<HostTensor> joined;
  if (options.joinsStates && failed(joinStates(*results, joined)))
    return failure();
  FailureOr<NamedResults> unpacked = NamedResults();
  llvm::DenseSet<unsigned> packed;
  if (options.unpack) {
    unpacked = storage.unpack([&](StringRef name) {
      unsigned result = *signature.find(name)->updatedBy;
      packed.insert(result);
      return (*results)[result].tensor;
    });
    if (failed(unpacked))
      return failure();
    // The step as written generates no random bits.
    for (const Argument &argument : storage.getAdded(signature))
      if (argument.updatedBy)
        packed.insert(*argument.updatedBy);
  }
  return reportError(outputs.finish(
      *results, signature.results.size(), packed, *unpacked, record,
      llvm::sys::path::filename(options.inputFile).str()));
}
