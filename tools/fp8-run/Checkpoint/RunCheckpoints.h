//===- RunCheckpoints.h - What one run goes on from and writes ------------===//

#ifndef FP8_RUN_RUNCHECKPOINTS_H
#define FP8_RUN_RUNCHECKPOINTS_H

#include "Checkpoint/CheckpointFolder.h"
#include "Options/Options.h"

namespace mlir::fp8::run {

/// The checkpoints of a run with --checkpoint.
class RunCheckpoints {
public:
  /// Of the step in a prepared module. With --resume, finds the checkpoint that
  /// the run goes on from, if there is one. Errors have been printed, here and
  /// below.
  static FailureOr<RunCheckpoints>
  open(ModuleOp module, const Signature &signature, const Options &options);

  /// What the run goes on from, or null.
  const Checkpoint *getResumed() const { return resumed ? &*resumed : nullptr; }

  /// Gives back the memory of what the run goes on from.
  void releaseResumed() { resumed.reset(); }

  /// Before the first step: makes the folder, and warns of arguments whose
  /// values come from elsewhere than in the run that is resumed.
  LogicalResult begin(const Signature &signature, ArrayRef<Source> sources);

  /// Writes the checkpoint after the steps of `record`, of which `last` was the
  /// last.
  LogicalResult save(const Signature &signature, const Step &last,
                     const Record &record, Location loc);

private:
  RunCheckpoints(StringRef path, bool isResumed)
      : folder(path), isResumed(isResumed) {}

  void warnOfOtherInputs(const Signature &signature,
                         ArrayRef<Source> sources) const;

  CheckpointFolder folder;
  bool isResumed;
  std::optional<Checkpoint> resumed;
  RunIdentity identity;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_RUNCHECKPOINTS_H
