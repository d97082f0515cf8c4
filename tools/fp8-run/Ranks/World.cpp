//===- World.cpp - The ranks of a run -------------------------------------===//

#include "Ranks/World.h"

#include "Graph/GraphIdentity.h"
#include "Options/Options.h"
#include "Step.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/xxhash.h"

#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

namespace {
/// The state of a rank before the first step.
struct StartMessage {
  uint64_t isReady;
  uint64_t program, messages;
};

/// The state of a rank after a step.
struct StepMessage {
  uint64_t isInterrupted;
  /// Bits of the loss, 0 without loss.
  uint64_t loss;
};
} // namespace

template <typename T>
static StringRef asText(const T &message) {
  static_assert(std::is_trivially_copyable_v<T>, "ranks exchange its bytes");
  return {reinterpret_cast<const char *>(&message), sizeof(message)};
}

/// Returns message number `i` of a text with one message for each rank.
template <typename T>
static T getMessage(StringRef all, size_t i) {
  T message;
  std::memcpy(&message, all.data() + i * sizeof(T), sizeof(T));
  return message;
}

FailureOr<std::string> World::gather(StringRef own, StringRef place) const {
  std::string all(own.size() * getNumRanks(), '\0');
  // The ranks of all axes.
  auto axes =
      static_cast<uint32_t>((uint64_t(1) << fp8rt_comm_num_axes(comm)) - 1);
  fp8rt_exchange exchange = {FP8RT_ALL_GATHER, axes,
                             static_cast<int64_t>(own.size()),
                             static_cast<int64_t>(all.size())};
  void *buffers[] = {const_cast<char *>(own.data()), all.data()};
  if (fp8rt_comm_exchange(comm, &exchange, 1, place.str().c_str(), buffers) ==
      FP8RT_OK)
    return all;
  reportError("expected all ranks to take part in " + place + ", but " +
              fp8rt_last_error());
  return failure();
}

FailureOr<HostTensor> World::join(const HostTensor &own, RankedTensorType type,
                                  Location loc) const {
  FailureOr<HostTensor> whole = allocateAt(loc, type);
  if (failed(whole))
    return failure();
  uint32_t lastAxis = uint32_t(1) << (fp8rt_comm_num_axes(comm) - 1);
  fp8rt_exchange exchange = {FP8RT_ALL_GATHER, lastAxis,
                             static_cast<int64_t>(own.bytes().size()),
                             static_cast<int64_t>(whole->bytes().size())};
  void *buffers[] = {const_cast<char *>(own.bytes().data()),
                     whole->bytes().data()};
  if (fp8rt_comm_exchange(comm, &exchange, 1, "the output of states",
                          buffers) == FP8RT_OK)
    return whole;
  reportError(Twine("expected all ranks to take part in the output of states, "
                    "but ") +
              fp8rt_last_error());
  return failure();
}

FailureOr<int64_t> World::findLocalRank() const {
  char machine[256] = "";
  ::gethostname(machine, sizeof(machine) - 1);
  uint64_t own = llvm::xxh3_64bits(StringRef(machine));
  FailureOr<std::string> all = gather(asText(own), "the count of local ranks");
  if (failed(all))
    return failure();
  int64_t count = 0;
  for (int64_t rank = 0; rank < getRank(); ++rank)
    count += getMessage<uint64_t>(*all, rank) == own;
  return count;
}

void World::abort(const Twine &reason) const {
  if (comm)
    fp8rt_comm_abort(
        comm, ("rank " + Twine(getRank()) + " ended: " + reason).str().c_str());
}

std::string run::describeProgram(ModuleOp module, const Options &options) {
  std::string text = GraphIdentity::of(module).print();
  llvm::raw_string_ostream os(text);
  os << ' ' << options.target->getName() << ' ' << options.steps << ' '
     << options.checkpointEvery << ' ' << fp8rt_abi_version() << ' '
     << LLVM_VERSION_STRING;
  return text;
}

LogicalResult World::start(bool isReady, StringRef program,
                           StringRef messages) {
  hasStarted = true;
  if (!comm)
    return success(isReady);
  StartMessage own = {isReady, llvm::xxh3_64bits(program),
                      llvm::xxh3_64bits(messages)};
  FailureOr<std::string> all = gather(asText(own), "the start of the run");
  if (failed(all))
    return failure();
  auto first = getMessage<StartMessage>(*all, 0);
  calledOff = true;
  repeats = !isReady && !isFirst() && !first.isReady &&
            own.messages == first.messages;
  if (!isReady)
    return failure();
  for (int64_t rank = 0; rank < getNumRanks(); ++rank) {
    auto other = getMessage<StartMessage>(*all, rank);
    if (!other.isReady) {
      reportError("expected all ranks to run the step, but rank " +
                  Twine(rank) + " failed before it");
      return failure();
    }
    if (other.program != first.program) {
      reportError("expected all ranks to run the same step with the same "
                  "options and the same version of fp8-run, but rank " +
                  Twine(rank) + " differs from rank 0");
      return failure();
    }
  }
  calledOff = false;
  return success();
}

FailureOr<bool> World::finishStep(int64_t number, std::optional<double> loss,
                                  bool isInterrupted) {
  if (!comm)
    return isInterrupted;
  StepMessage own = {isInterrupted, 0};
  if (loss)
    own.loss = llvm::bit_cast<uint64_t>(*loss);
  FailureOr<std::string> all =
      gather(asText(own), "the end of step " + std::to_string(number));
  if (failed(all))
    return failure();
  for (int64_t rank = 0; rank < getNumRanks(); ++rank) {
    auto other = getMessage<StepMessage>(*all, rank);
    isInterrupted |= other.isInterrupted != 0;
    if (other.loss == getMessage<StepMessage>(*all, 0).loss)
      continue;
    reportError("expected all ranks to compute the same loss, but rank " +
                Twine(rank) + " and rank 0 differ in step " + Twine(number));
    return failure();
  }
  return isInterrupted;
}

LogicalResult World::compareStates(ArrayRef<NamedTensor> states,
                                   int64_t numSteps, Location loc) {
  if (!comm)
    return success();
  std::vector<uint64_t> hashes;
  for (const NamedTensor &state : states) {
    ArrayRef<char> bytes = state.tensor->bytes();
    hashes.push_back(llvm::xxh3_64bits(StringRef(bytes.data(), bytes.size())));
  }
  StringRef own(reinterpret_cast<const char *>(hashes.data()),
                hashes.size() * sizeof(uint64_t));
  FailureOr<std::string> all =
      gather(own, "the comparison of states after " + std::to_string(numSteps) +
                      " steps");
  if (failed(all))
    return failure();
  for (int64_t rank = 1; rank < getNumRanks(); ++rank)
    for (auto [i, state] : llvm::enumerate(states))
      if (getMessage<uint64_t>(*all, rank * states.size() + i) !=
          getMessage<uint64_t>(*all, i))
        return emitError(loc)
               << "expected all ranks to compute the same '" << state.name
               << "', but rank " << rank << " and rank 0 differ after "
               << numSteps << " steps";
  return success();
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

World::Counts World::getCounts() const {
  Counts counts = {};
  if (comm)
    for (int32_t kind = 0; kind < FP8RT_NUM_EXCHANGES; ++kind)
      fp8rt_comm_count(comm, kind, &counts[kind]);
  return counts;
}

void World::endStep() {
  ++numSteps;
  Counts end = getCounts();
  for (int32_t kind = 0; kind < FP8RT_NUM_EXCHANGES; ++kind) {
    ofSteps[kind].calls += end[kind].calls - begin[kind].calls;
    ofSteps[kind].bytes_sent += end[kind].bytes_sent - begin[kind].bytes_sent;
  }
}

void World::printCounts(raw_ostream &os) const {
  if (!comm)
    return;
  auto print = [&](const Twine &label, const fp8rt_comm_counts &counts) {
    os << llvm::format("  %-30s %10lld %15lld\n", label.str().c_str(),
                       static_cast<long long>(counts.calls),
                       static_cast<long long>(counts.bytes_sent));
  };
  os << "exchanges of " << numSteps << " steps\n"
     << "                                      calls      bytes sent\n";
  fp8rt_comm_counts others = {};
  Counts all = getCounts();
  for (int32_t kind = 0; kind < FP8RT_NUM_EXCHANGES; ++kind) {
    print(kind == FP8RT_ALL_GATHER ? "all_gather" : "all_to_all",
          ofSteps[kind]);
    others.calls += all[kind].calls - ofSteps[kind].calls;
    others.bytes_sent += all[kind].bytes_sent - ofSteps[kind].bytes_sent;
  }
  print("comparisons of ranks", others);
}
