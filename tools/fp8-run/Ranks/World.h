//===- World.h - The ranks of a run ---------------------------------------===//

#ifndef FP8_RUN_WORLD_H
#define FP8_RUN_WORLD_H

#include "Files/SafeTensors.h"

#include "fp8/Runtime/fp8rt_comm.h"
#include "mlir/IR/BuiltinOps.h"

#include <array>

namespace mlir::fp8::run {

struct Options;

/// Returns a text that is the same on all ranks that run the step of a prepared
/// module with the same options and version.
std::string describeProgram(ModuleOp module, const Options &options);

/// The ranks of a run, from the point of view of one rank. All ranks call the
/// functions that exchange data in the same order.
class World {
public:
  /// Creates the world of a run of one rank.
  World() = default;
  explicit World(fp8rt_comm comm) : comm(comm) {}

  fp8rt_comm getComm() const { return comm; }
  int64_t getRank() const { return fp8rt_comm_rank(comm); }
  int64_t getNumRanks() const { return fp8rt_comm_num_ranks(comm); }
  /// Returns true for the rank that writes files and prints results.
  bool isFirst() const { return getRank() == 0; }

  /// Returns the number of lower ranks on the machine of this rank.
  FailureOr<int64_t> findLocalRank() const;

  /// Compares the ranks before the first step. `isReady` is false if this rank
  /// has failed, with `messages`. Fails on every rank if any of them has failed
  /// or has another `program`.
  LogicalResult start(bool isReady, StringRef program, StringRef messages);

  /// Returns true once start() has been called.
  bool isStarted() const { return hasStarted; }

  /// Returns true if all ranks know that one of them failed before the first
  /// step.
  bool isCalledOff() const { return calledOff; }

  /// Returns true if this rank has failed before the first step in the same way
  /// as the first rank, which reports it.
  bool isRepetition() const { return repeats; }

  /// Compares the losses of a step, and returns true on all ranks if
  /// `isInterrupted` is true on any of them.
  FailureOr<bool> finishStep(int64_t number, std::optional<double> loss,
                             bool isInterrupted);

  /// Checks that all ranks have the same values in `states`, after `numSteps`
  /// steps. Errors are reported at `loc`.
  LogicalResult compareStates(ArrayRef<NamedTensor> states, int64_t numSteps,
                              Location loc);

  /// Counts of the exchanges of this rank, indexed by FP8RT_ALL_GATHER and
  /// FP8RT_ALL_TO_ALL.
  using Counts = std::array<fp8rt_comm_counts, FP8RT_NUM_EXCHANGES>;

  /// Begin and end a step. Exchanges in between are counted as exchanges of
  /// steps.
  void beginStep() { begin = getCounts(); }
  void endStep();

  /// Prints the numbers of exchanges so far, separately for steps and for
  /// comparisons between ranks.
  void printCounts(raw_ostream &os) const;

  /// Lets the exchanges of all ranks fail, because this rank ends for `reason`.
  void abort(const Twine &reason) const;

  /// Sends `own` to all ranks. Returns the texts of all of them, in order, each
  /// of the size of `own`. `place` names the exchange for messages.
  FailureOr<std::string> gather(StringRef own, StringRef place) const;

  /// Receives the rows of all ranks along the last axis of the mesh. Returns
  /// the whole tensor of `type`.
  FailureOr<HostTensor> join(const HostTensor &own, RankedTensorType type,
                             Location loc) const;

private:
  Counts getCounts() const;

  fp8rt_comm comm = nullptr;
  /// Counts at the begin of the step, and of all steps so far.
  Counts begin = {}, ofSteps = {};
  int64_t numSteps = 0;
  bool hasStarted = false, calledOff = false, repeats = false;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_WORLD_H
