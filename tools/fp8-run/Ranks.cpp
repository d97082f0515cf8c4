//===- Ranks.cpp - The ranks of a run as threads --------------------------===//

#include "Ranks.h"

#include "fp8/Communication/Loopback.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ScopedPrinter.h"

#include <thread>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Returns the sources of another rank.
static std::vector<Source> getSourcesOf(int64_t rank,
                                        const Signature &signature,
                                        ArrayRef<Source> sources) {
  std::vector<Source> others(sources);
  for (auto [argument, source] : llvm::zip_equal(signature.arguments, others)) {
    if (source.numRanks > 1)
      source.rank = rank;
    if (source.rows)
      source.rows->position = rank % source.rows->numRanks;
    if (argument.state == StateKind::Rank)
      source.integer = rank;
  }
  return others;
}

FailureOr<Ranks> Ranks::create(const StepFunctions &functions,
                               const Signature &signature,
                               ArrayRef<Source> sources, StepSet &steps,
                               const Options &options) {
  func::FuncOp step = functions.step;
  Ranks ranks(signature, step.getLoc());
  assert(step.getContext()->isMultithreadingEnabled() &&
         "the threads of ranks create types");
  ranks.communicators = createLoopback(
      options.getNumRanks(), std::chrono::milliseconds(options.commTimeout));
  if (failed(steps.connect(*ranks.communicators.front())))
    return failure();
  for (int64_t rank = 1; rank < options.getNumRanks(); ++rank) {
    FailureOr<StepSet> compiled = StepSet::create(functions, options);
    if (failed(compiled) ||
        failed(compiled->connect(*ranks.communicators[rank])))
      return failure();
    ranks.peers.push_back(std::make_unique<Peer>(Peer{
        getSourcesOf(rank, signature, sources), std::move(*compiled), {}}));
    Peer &peer = *ranks.peers.back();
    FailureOr<TrainLoop> loop =
        TrainLoop::create(signature, peer.sources, ranks.loc);
    if (failed(loop))
      return failure();
    peer.loop = std::move(*loop);
  }
  return ranks;
}

LogicalResult Ranks::run(TrainLoop &loop, Step &step, int64_t number) {
  // Drops errors that another rank has reported: all ranks run the same ops.
  // The rank that fails first reports its error before it lets the others fail.
  llvm::StringSet<> reported;
  ScopedDiagnosticHandler handler(loc.getContext(), [&](Diagnostic &diag) {
    std::string text = llvm::to_string(diag.getLocation()) + diag.str();
    return success(!reported.insert(text).second);
  });
  // A char per rank: threads write to different elements.
  std::vector<char> hasFailed(communicators.size());
  auto finish = [&](size_t rank, LogicalResult result) {
    if (succeeded(result))
      return;
    hasFailed[rank] = true;
    communicators[rank]->abort("it failed in step " + Twine(number));
  };
  std::vector<std::thread> threads;
  for (size_t i = 0; i < peers.size(); ++i)
    threads.emplace_back([&, i] {
      Peer &peer = *peers[i];
      finish(i + 1, peer.loop->run(peer.steps.at(number), number));
    });
  finish(0, loop.run(step, number));
  for (std::thread &thread : threads)
    thread.join();
  if (llvm::is_contained(hasFailed, true))
    return failure();
  return compareStates(loop, step, number);
}

/// Checks that all ranks return the same new states and the same loss. If not,
/// the step is no data-parallel step, and continuing would train several
/// models.
LogicalResult Ranks::compareStates(TrainLoop &loop, Step &step,
                                   int64_t number) {
  SmallVector<std::pair<unsigned, StringRef>> shared;
  for (const Argument &argument : signature->arguments)
    if (argument.updatedBy && !argument.shard)
      shared.push_back({*argument.updatedBy, argument.name});
  if (signature->loss)
    shared.push_back(
        {*signature->loss, signature->results[*signature->loss].name});
  for (auto [i, peer] : llvm::enumerate(peers)) {
    Step &other = peer->steps.at(number);
    for (auto [result, name] : shared) {
      FailureOr<const HostTensor *> expected = loop.fetch(step, result);
      FailureOr<const HostTensor *> actual = peer->loop->fetch(other, result);
      if (failed(expected) || failed(actual))
        return failure();
      if ((*expected)->bytes() != (*actual)->bytes())
        return emitError(loc) << "expected all ranks to compute the same '"
                              << name << "', but rank " << i + 1
                              << " and rank 0 differ in step " << number;
    }
  }
  return success();
}
