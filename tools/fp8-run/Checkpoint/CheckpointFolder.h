//===- CheckpointFolder.h - Folder of the checkpoints of a run ------------===//

#ifndef FP8_RUN_CHECKPOINTFOLDER_H
#define FP8_RUN_CHECKPOINTFOLDER_H

#include "Checkpoint/Checkpoint.h"
#include "Files/FolderLock.h"
#include "Files/OutputFile.h"

#include <set>

namespace mlir::fp8::run {

/// A folder of files `step-<N>.safetensors`, where N is the number of completed
/// steps. Each file is written under a temporary name and renamed once it is on
/// the disk. So if the process ends at any moment, earlier checkpoints are
/// intact. One process at a time uses a folder, and files of other runs in it
/// are left alone.
class CheckpointFolder {
public:
  explicit CheckpointFolder(StringRef path) : path(path) {}

  /// Locks the folder, which must exist. Fails if another process uses it.
  llvm::Error lock();

  /// Returns the latest valid checkpoint of fewer than `numSteps` steps, since
  /// the results of step `numSteps` can only be computed by running that step.
  /// Prints a warning for each invalid file, and a note if nothing has been
  /// written yet. Fails if there are valid checkpoints of two runs.
  FailureOr<std::optional<Checkpoint>> findLatest(int64_t numSteps,
                                                  MLIRContext *context);

  /// Creates the folder if necessary, locks it, and removes partial files of
  /// killed runs. Unless `resume` is true, the folder must not contain
  /// checkpoints.
  llvm::Error prepare(bool resume);

  /// Creates the file of the checkpoint after `steps` steps.
  llvm::Expected<OutputFile> create(int64_t steps);

  /// Returns the file of a part of the checkpoint after `steps` steps.
  std::string getPartFile(int64_t steps, PartNumber part) const {
    return part.getPath(getFile(steps));
  }

  /// Puts that file in place, after its parts. Then removes all older
  /// checkpoints of the run except for the last one that this process wrote or
  /// started from. At no moment are there more than three, unless a file cannot
  /// be removed: it stays, with a warning.
  llvm::Error keep(OutputFile &file, int64_t steps);

private:
  /// Returns the step numbers in the file names, the largest first.
  llvm::Expected<std::vector<int64_t>> list() const;
  std::string getFile(int64_t steps) const;
  /// Fills in `own` with the files that belong to the run of `latest`. Fails if
  /// there is a valid checkpoint of another run.
  llvm::Error findOwn(const Checkpoint &latest, ArrayRef<int64_t> numbers,
                      MLIRContext *context);
  /// Removes a file. Prints a warning if it cannot be removed.
  void remove(StringRef file) const;
  /// Removes the checkpoints of the run of fewer than `steps` steps, except for
  /// `last`.
  void removeBefore(int64_t steps);
  /// Removes the parts of checkpoints of fewer than `steps` steps that have no
  /// file of their own.
  void removeParts(int64_t steps) const;
  /// Renames a file of another run if it has the name of the checkpoint after
  /// `steps` steps.
  llvm::Error makeRoom(int64_t steps) const;

  std::string path;
  FolderLock folderLock;
  /// Step numbers of the files of this run.
  std::set<int64_t> own;
  /// Step number of the last checkpoint that is known to be valid.
  std::optional<int64_t> last;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_CHECKPOINTFOLDER_H
