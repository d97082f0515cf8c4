//===- RunCheckpoints.cpp - Resuming and writing checkpoints in a run -----===//

#include "Checkpoint/RunCheckpoints.h"

#include "Messages.h"

#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

FailureOr<RunCheckpoints> RunCheckpoints::open(ModuleOp module,
                                               const Signature &signature,
                                               const Options &options) {
  if (failed(checkStateNames(signature)))
    return failure();
  RunCheckpoints run(options.checkpoint, options.resume,
                     /*isWriter=*/options.rank == 0);
  run.identity.graph = GraphIdentity::of(module);
  if (!options.resume)
    return run;
  // The first rank writes the files, and holds the lock for all.
  if (run.isWriter && failed(reportError(run.folder.lock())))
    return failure();
  FailureOr<std::optional<Checkpoint>> found =
      run.folder.findLatest(options.steps, module.getContext());
  if (failed(found))
    return failure();
  run.resumed = std::move(*found);
  if (!run.resumed)
    return run;
  if (failed(
          reportError(run.resumed->checkGraph(run.identity.graph, signature))))
    return failure();
  note() << "going on from " << run.resumed->getPath() << '\n';
  return run;
}

LogicalResult RunCheckpoints::begin(const Signature &signature,
                                    ArrayRef<Source> sources) {
  if (isWriter && failed(reportError(folder.prepare(isResumed))))
    return failure();
  identity = RunIdentity::of(identity.graph, signature, sources);
  if (resumed)
    identity.run = resumed->getIdentity().run;
  if (identity.run.empty())
    identity.run = RunIdentity::makeRun();
  if (resumed)
    warnOfOtherInputs(signature, sources);
  return success();
}

/// Warns about arguments whose values have other sources than in the resumed
/// run. A run may continue with another learning rate or other data, but then
/// its results differ from those of an uninterrupted run.
void RunCheckpoints::warnOfOtherInputs(const Signature &signature,
                                       ArrayRef<Source> sources) const {
  const auto &before = resumed->getIdentity().inputs;
  for (auto [argument, source] :
       llvm::zip_equal(signature.arguments, sources)) {
    auto it = before.find(llvm::json::fixUTF8(argument.name));
    if (argument.updatedBy || it == before.end())
      continue;
    std::string now = source.identify(argument.type);
    if (now != it->second)
      warn() << "argument '" << argument.name << "' is " << now << ", but was "
             << it->second << " in the run that is resumed\n";
  }
}

LogicalResult RunCheckpoints::save(const Signature &signature,
                                   ArrayRef<NamedTensor> results,
                                   const Record &record, Location loc) {
  auto numSteps = static_cast<int64_t>(record.getLosses().size());
  llvm::Expected<OutputFile> file = folder.create(numSteps);
  if (!file)
    return reportError(file.takeError());
  if (failed(writeCheckpoint(file->os(), signature, results, record, identity,
                             loc)))
    return failure();
  return reportError(folder.keep(*file, numSteps));
}
