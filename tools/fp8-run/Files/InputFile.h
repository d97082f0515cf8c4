//===- InputFile.h - A file that others may change while it is read -------===//
//
// Files are read, not mapped: a mapped file that becomes shorter ends the
// process, and one that is written to changes the values of a run.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_RUN_INPUTFILE_H
#define FP8_RUN_INPUTFILE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <optional>
#include <string>
#include <utility>

namespace mlir::fp8::run {

/// Errors say that `path` cannot be read, and why.
class InputFile {
public:
  static llvm::Expected<InputFile> open(StringRef path);

  InputFile(InputFile &&other)
      : path(std::move(other.path)),
        descriptor(std::exchange(other.descriptor, -1)), size(other.size),
        changed(other.changed) {}
  ~InputFile();

  StringRef getPath() const { return path; }
  /// Nothing for a pipe or a device.
  std::optional<uint64_t> getSize() const { return size; }

  /// Reads on until `bytes` are full or the file ends; returns how many it got.
  llvm::Expected<size_t> read(MutableArrayRef<char> bytes);

  /// Returns `begin`, which has been read, and the rest of the file.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readRest(StringRef begin);

  /// Returns `begin`, which has been read, and what follows it up to byte
  /// `end`. The file may end before it: `numRead` bytes are filled in.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  readUpTo(uint64_t end, StringRef begin, size_t &numRead);

private:
  InputFile(StringRef path, int descriptor)
      : path(path), descriptor(descriptor) {}

  llvm::Error makeError(const Twine &reason) const;
  /// Fails if the file has changed since it was opened.
  llvm::Error checkUnchanged() const;

  std::string path;
  int descriptor;
  std::optional<uint64_t> size;
  llvm::sys::TimePoint<> changed;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_INPUTFILE_H
