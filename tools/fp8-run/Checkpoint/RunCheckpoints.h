//===- RunCheckpoints.h - Resuming and writing checkpoints in a run -------===//

#ifndef FP8_RUN_RUNCHECKPOINTS_H
#define FP8_RUN_RUNCHECKPOINTS_H

#include "Checkpoint/CheckpointFolder.h"
#include "Options/Options.h"
#include "Ranks/World.h"

namespace mlir::fp8::run {

/// The checkpoints of a run with --checkpoint.
class RunCheckpoints {
public:
  /// Creates the checkpoints of a step whose identity is `graph`. With
  /// --resume, finds the checkpoint from which the run continues, if there is
  /// one. All functions of this class have printed their errors when they
  /// return.
  static FailureOr<RunCheckpoints> open(GraphIdentity graph,
                                        const Signature &signature,
                                        const Options &options,
                                        MLIRContext *context);

  /// Returns the checkpoint from which the run continues, or null.
  Checkpoint *getResumed() { return resumed ? &*resumed : nullptr; }

  /// Frees the memory of the checkpoint from which the run continues.
  void releaseResumed() { resumed.reset(); }

  /// Creates the folder before the first step. Warns about arguments whose
  /// values have other sources than in the resumed run.
  LogicalResult begin(const Signature &signature, ArrayRef<Source> sources);

  /// Gives all ranks the name of the run that the first rank chose.
  LogicalResult shareRun(const World &world);

  /// Writes the checkpoint after the steps of `record`. `results` are the
  /// results of the last step, including the states. All ranks of `world` call
  /// this.
  LogicalResult save(const Signature &signature, ArrayRef<NamedTensor> results,
                     const Record &record, const World &world, Location loc);

private:
  /// Writes the part of this rank, if it has one. Returns its checksum, or
  /// zeros.
  FailureOr<std::string> savePart(const Signature &signature,
                                  ArrayRef<NamedTensor> results, int64_t steps,
                                  PartNumber part) const;
  /// Writes the parts of all ranks. Returns their names and checksums.
  FailureOr<Parts> saveParts(const Signature &signature,
                             ArrayRef<NamedTensor> results, int64_t steps,
                             const World &world) const;

  RunCheckpoints(StringRef path, bool isResumed, bool isWriter)
      : folder(path), isResumed(isResumed), isWriter(isWriter) {}

  void warnOfOtherInputs(const Signature &signature,
                         ArrayRef<Source> sources) const;

  /// The number of ranks that hold different rows of states.
  int64_t numParts = 1;
  CheckpointFolder folder;
  bool isResumed;
  /// True for the rank that writes the files.
  bool isWriter;
  std::optional<Checkpoint> resumed;
  RunIdentity identity;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_RUNCHECKPOINTS_H
