//===- RunCheckpoints.h - Resuming and writing checkpoints in a run -------===//

#ifndef FP8_RUN_RUNCHECKPOINTS_H
#define FP8_RUN_RUNCHECKPOINTS_H

#include "Checkpoint/CheckpointFolder.h"
#include "Options/Options.h"

namespace mlir::fp8::run {

/// The checkpoints of a run with --checkpoint.
class RunCheckpoints {
public:
  /// Creates the checkpoints for the step in a prepared module. With --resume,
  /// finds the checkpoint from which the run continues, if there is one. All
  /// functions of this class have printed their errors when they return.
  static FailureOr<RunCheckpoints>
  open(ModuleOp module, const Signature &signature, const Options &options);

  /// Returns the checkpoint from which the run continues, or null.
  const Checkpoint *getResumed() const { return resumed ? &*resumed : nullptr; }

  /// Frees the memory of the checkpoint from which the run continues.
  void releaseResumed() { resumed.reset(); }

  /// Creates the folder before the first step. Warns about arguments whose
  /// values have other sources than in the resumed run.
  LogicalResult begin(const Signature &signature, ArrayRef<Source> sources);

  /// Writes the checkpoint after the steps of `record`. `results` are the
  /// results of the last step, including the states.
  LogicalResult save(const Signature &signature, ArrayRef<NamedTensor> results,
                     const Record &record, Location loc);

private:
  RunCheckpoints(StringRef path, bool isResumed, bool isWriter)
      : folder(path), isResumed(isResumed), isWriter(isWriter) {}

  void warnOfOtherInputs(const Signature &signature,
                         ArrayRef<Source> sources) const;

  CheckpointFolder folder;
  bool isResumed;
  /// True for the rank that writes the files.
  bool isWriter;
  std::optional<Checkpoint> resumed;
  RunIdentity identity;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_RUNCHECKPOINTS_H
