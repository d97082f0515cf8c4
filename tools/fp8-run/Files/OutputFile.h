//===- OutputFile.h - A file that is written whole or not at all ----------===//

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

/// Writes to a temporary file beside `path`, which takes its place only when
/// everything has reached the disk, unless it is published before. Without
/// `keep` the temporary file goes away with this object, also when a signal
/// ends the process, and what was at `path` before is untouched. A device, a
/// pipe or an open file, such as /dev/stdout, is written to directly. What a
/// process that was killed has left of the same path goes away.
class OutputFile {
public:
  /// Creates the temporary file now, so that a path that cannot be written to
  /// is found before the work is done.
  static llvm::Expected<OutputFile> create(llvm::StringRef path);

  OutputFile(OutputFile &&) = default;
  OutputFile &operator=(OutputFile &&) = default;
  ~OutputFile();

  llvm::raw_ostream &os() { return *stream; }
  llvm::StringRef getPath() const { return path; }

  /// Fails if a write so far has failed.
  llvm::Error check();

  /// Puts the file in place as far as it is written, where others may follow
  /// what goes on to be written; each later call hands them what is new.
  llvm::Error publish();

  /// Puts the file in place. Nothing may be written afterwards.
  llvm::Error keep();

private:
  OutputFile() = default;

  /// Writes to an open file from now on, which this object closes.
  void writeDirectly(int descriptor);

  std::string path;
  /// Where the file goes in the end: `path` with symbolic links resolved.
  std::string target;
  std::optional<TemporaryFile> temporary;
  std::unique_ptr<llvm::raw_fd_ostream> stream;
  /// Of a file that has its name before it is whole, or -1.
  int published = -1;
};

/// Fails if two of `paths` are one file, by whatever names or links. Devices
/// such as /dev/null take any number of files.
llvm::Error checkDistinctFiles(llvm::ArrayRef<llvm::StringRef> paths);

/// Removes the temporary files in `folder` of files whose names `isTarget`
/// takes, where nobody holds a lock on them: those of processes that were
/// killed.
void removeLeftovers(llvm::StringRef folder,
                     llvm::function_ref<bool(llvm::StringRef)> isTarget);

/// Makes a file that grows past the limit of the process fail like a full disk,
/// instead of ending the process.
void ignoreFileSizeSignal();

/// Makes writing to a pipe without a reader fail, instead of ending the
/// process.
void ignorePipeSignal();

} // namespace mlir::fp8::run

#endif // FP8_RUN_OUTPUTFILE_H
