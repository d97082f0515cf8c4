//===- CheckpointFolder.h - The checkpoints of a run ----------------------===//

#ifndef FP8_RUN_CHECKPOINTFOLDER_H
#define FP8_RUN_CHECKPOINTFOLDER_H

#include "Checkpoint/Checkpoint.h"
#include "Files/FolderLock.h"
#include "Files/OutputFile.h"

#include <set>

namespace mlir::fp8::run {

/// A folder of files `step-<N>.safetensors`, N being the steps done. Each is
/// written beside its place, and takes it when it is on the disk; so whatever
/// ends the process leaves the checkpoints before it as they are. A folder is
/// used by one process at a time, and files of others in it are left alone.
class CheckpointFolder {
public:
  explicit CheckpointFolder(StringRef path) : path(path) {}

  /// Fails if another process uses the folder, which has to be there.
  llvm::Error lock();

  /// The latest valid checkpoint of fewer than `numSteps` steps: whoever asks
  /// for the results of step `numSteps` gets them. Prints a warning for each
  /// file that is not valid, and a note where nothing has been written yet.
  /// Fails if there are valid checkpoints of two runs.
  FailureOr<std::optional<Checkpoint>> findLatest(int64_t numSteps,
                                                  MLIRContext *context);

  /// Makes the folder, unless it is there, locks it, and removes what a killed
  /// run left half written. Only a run that goes on may find checkpoints in it.
  llvm::Error prepare(bool resume);

  /// Begins the file of the checkpoint after `steps` steps.
  llvm::Expected<OutputFile> create(int64_t steps);

  /// Puts that file in place. Then removes all older ones of the run but the
  /// last that this process wrote or started from. One that cannot be removed
  /// stays, with a warning.
  llvm::Error keep(OutputFile &file, int64_t steps);

private:
  /// By the number in the name, the largest first.
  llvm::Expected<std::vector<int64_t>> list() const;
  std::string getFile(int64_t steps) const;
  /// Fills in `own`, of the run of `latest`. Fails if there is a valid
  /// checkpoint of another run.
  llvm::Error findOwn(const Checkpoint &latest, ArrayRef<int64_t> numbers,
                      MLIRContext *context);
  /// Gives a file that is none of this run another name, where the file after
  /// `steps` steps goes.
  llvm::Error makeRoom(int64_t steps) const;

  std::string path;
  FolderLock folderLock;
  /// The numbers of the files of this run.
  std::set<int64_t> own;
  /// Known to be valid.
  std::optional<int64_t> last;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_CHECKPOINTFOLDER_H
