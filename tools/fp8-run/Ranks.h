//===- Ranks.h - The ranks of a run as threads ----------------------------===//

#ifndef FP8_RUN_RANKS_H
#define FP8_RUN_RANKS_H

#include "StepSet.h"
#include "TrainLoop.h"
#include "fp8/Host/Communicator.h"

namespace mlir::fp8::run {

/// The ranks of a run with --mesh. Rank 0 belongs to the caller, which writes
/// the files. The others have states of their own, and a thread for each step.
class Ranks {
public:
  /// Creates the ranks of `functions`, and connects `steps`, the functions of
  /// rank 0, with the others. `sources` belong to rank 0.
  static FailureOr<Ranks> create(const StepFunctions &functions,
                                 const Signature &signature,
                                 ArrayRef<Source> sources, StepSet &steps,
                                 const Options &options);

  /// Runs step number `number` on all ranks: `step` of `loop` on rank 0. Checks
  /// that all ranks then have the same states.
  LogicalResult run(TrainLoop &loop, Step &step, int64_t number);

private:
  /// A rank other than 0.
  struct Peer {
    std::vector<Source> sources;
    StepSet steps;
    /// Absent only during construction: the loop refers to the sources.
    std::optional<TrainLoop> loop;
  };

  Ranks(const Signature &signature, Location loc)
      : signature(&signature), loc(loc) {}

  LogicalResult compareStates(TrainLoop &loop, Step &step, int64_t number);

  const Signature *signature;
  Location loc;
  /// The communicators of all ranks.
  std::vector<std::unique_ptr<Communicator>> communicators;
  std::vector<std::unique_ptr<Peer>> peers;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_RANKS_H
