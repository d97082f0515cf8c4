//===- OutputFile.h - File that is written completely or not at all -------===//

#ifndef FP8_RUN_OUTPUTFILE_H
#define FP8_RUN_OUTPUTFILE_H

#include "Files/TemporaryFile.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <optional>
#include <string>

namespace mlir::fp8::run {

/// Writes to a temporary file beside `path`. The temporary file replaces `path`
/// only once all data is on the disk, or earlier if it is published. If `keep`
/// is not called, the temporary file is removed with this object, also if a
/// signal ends the process, and an existing file at `path` is unchanged. A
/// device, a pipe or an open file, such as /dev/stdout, is written directly.
/// Temporary files that a killed process left for the same path are removed.
class OutputFile {
public:
  /// Creates the temporary file immediately, so that a path that cannot be
  /// written is reported before any work is done.
  static llvm::Expected<OutputFile> create(llvm::StringRef path);

  OutputFile(OutputFile &&) = default;
  OutputFile &operator=(OutputFile &&) = default;
  ~OutputFile();

  llvm::raw_ostream &os() { return *stream; }
  llvm::StringRef getPath() const { return path; }

  /// Fails if an earlier write failed.
  llvm::Error check();

  /// Puts the data written so far in place, where other processes can follow
  /// the file as it grows. Later calls make newly written data visible.
  llvm::Error publish();

  /// Puts the file in place. Nothing may be written afterwards.
  llvm::Error keep();

private:
  OutputFile() = default;

  /// Directs all further output to an open file, which this object closes.
  void writeDirectly(int descriptor);

  std::string path;
  /// Final path of the file: `path` with symbolic links resolved.
  std::string target;
  std::optional<TemporaryFile> temporary;
  std::unique_ptr<llvm::raw_fd_ostream> stream;
  /// Descriptor of a file that was published before it is complete, or -1.
  int published = -1;
};

/// Fails if two of `paths` refer to the same file, under any names or links, or
/// if one refers to a file in `inputs`. A device such as /dev/null may occur
/// any number of times.
llvm::Error checkDistinctFiles(llvm::ArrayRef<llvm::StringRef> paths,
                               llvm::ArrayRef<llvm::StringRef> inputs);

/// Removes temporary files in `folder` if `isTarget` accepts the name of their
/// final file and no process holds a lock on them. They are leftovers of killed
/// processes.
void removeLeftovers(llvm::StringRef folder,
                     llvm::function_ref<bool(llvm::StringRef)> isTarget);

/// Turns the signal for a file that exceeds the size limit of the process into
/// a write error, like that of a full disk.
void ignoreFileSizeSignal();

/// Makes writing to a pipe without a reader fail, instead of ending the
/// process.
void ignorePipeSignal();

} // namespace mlir::fp8::run

#endif // FP8_RUN_OUTPUTFILE_H
