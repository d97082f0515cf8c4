//===- RunCheckpoints.cpp - Resuming and writing checkpoints in a run -----===//

#include "Checkpoint/RunCheckpoints.h"

#include "Messages.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

FailureOr<RunCheckpoints> RunCheckpoints::open(GraphIdentity graph,
                                               const Signature &signature,
                                               const Options &options,
                                               MLIRContext *context) {
  if (failed(checkStateNames(signature)))
    return failure();
  RunCheckpoints run(options.checkpoint, options.resume,
                     /*isWriter=*/options.rank == 0);
  run.identity.graph = std::move(graph);
  if (llvm::any_of(signature.arguments,
                   [](const Argument &argument) { return !!argument.shard; }))
    run.numParts = options.mesh.back().second;
  if (!options.resume)
    return run;
  // The first rank writes the files, and holds the lock for all ranks.
  if (run.isWriter && failed(reportError(run.folder.lock())))
    return failure();
  FailureOr<std::optional<Checkpoint>> found =
      run.folder.findLatest(options.steps, context);
  if (failed(found))
    return failure();
  run.resumed = std::move(*found);
  if (!run.resumed)
    return run;
  if (llvm::Error error =
          run.resumed->checkGraph(run.identity.graph, signature)) {
    reportError(llvm::toString(std::move(error)) +
                "; a run continues with the step, --recipe and --storage that "
                "it began with");
    return failure();
  }
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

LogicalResult RunCheckpoints::shareRun(const World &world) {
  if (world.getNumRanks() == 1)
    return success();
  FailureOr<std::string> all =
      world.gather(identity.run, "the name of the run");
  if (failed(all))
    return failure();
  identity.run = all->substr(0, identity.run.size());
  return success();
}

FailureOr<std::string> RunCheckpoints::savePart(const Signature &signature,
                                                ArrayRef<NamedTensor> results,
                                                int64_t steps,
                                                PartNumber part) const {
  llvm::Expected<OutputFile> file =
      OutputFile::create(folder.getPartFile(steps, part));
  if (!file) {
    (void)reportError(file.takeError());
    return failure();
  }
  FailureOr<std::string> checksum =
      writePart(file->os(), signature, results, steps, identity, part);
  if (failed(checksum) || failed(reportError(file->keep())))
    return failure();
  return checksum;
}

FailureOr<Parts> RunCheckpoints::saveParts(const Signature &signature,
                                           ArrayRef<NamedTensor> results,
                                           int64_t steps,
                                           const World &world) const {
  Parts parts;
  if (numParts == 1)
    return parts;
  // Ranks that differ only along other axes hold the same rows. Only the first
  // of these ranks writes them.
  PartNumber own = {world.getRank(), numParts};
  FailureOr<std::string> checksum = std::string();
  if (own.number != 0 && own.number < numParts)
    checksum = savePart(signature, results, steps, own);
  // A checksum has 32 digits.
  std::string text = failed(checksum) ? "?" : *checksum;
  text.resize(32, ' ');
  FailureOr<std::string> all = world.gather(text, "a checkpoint");
  if (failed(all) || failed(checksum))
    return failure();
  for (int64_t rank = 0; rank < world.getNumRanks(); ++rank) {
    StringRef other = StringRef(*all).substr(rank * text.size(), text.size());
    if (other.starts_with("?")) {
      reportError("expected a checkpoint of all ranks, but rank " +
                  Twine(rank) + " could not write its part");
      return failure();
    }
    if (rank != 0 && rank < numParts)
      parts.push_back({llvm::sys::path::filename(
                           folder.getPartFile(steps, {rank, numParts}))
                           .str(),
                       other.str()});
  }
  return parts;
}

LogicalResult RunCheckpoints::save(const Signature &signature,
                                   ArrayRef<NamedTensor> results,
                                   const Record &record, const World &world,
                                   Location loc) {
  auto numSteps = static_cast<int64_t>(record.getLosses().size());
  FailureOr<Parts> parts = saveParts(signature, results, numSteps, world);
  if (failed(parts) || !world.isFirst())
    return success(succeeded(parts));
  llvm::Expected<OutputFile> file = folder.create(numSteps);
  if (!file)
    return reportError(file.takeError());
  if (failed(writeCheckpoint(file->os(), signature, results, record, identity,
                             *parts, loc)))
    return failure();
  return reportError(folder.keep(*file, numSteps));
}
