//===- InputFile.h - File that may change while it is read ----------------===//
//
// Files are read, not mapped. If a mapped file is truncated, the process ends
// with a signal; if it is written to, the values of a run change.
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

/// An open input file. Errors say that `path` cannot be read, and why.
class InputFile {
public:
  static llvm::Expected<InputFile> open(StringRef path);

  InputFile(InputFile &&other)
      : path(std::move(other.path)),
        descriptor(std::exchange(other.descriptor, -1)), size(other.size),
        changed(other.changed) {}
  ~InputFile();

  StringRef getPath() const { return path; }
  /// Returns the size in bytes, or std::nullopt for a pipe or a device.
  std::optional<uint64_t> getSize() const { return size; }

  /// Reads until `bytes` are full or the file ends. Returns the number of bytes
  /// read.
  llvm::Expected<size_t> read(MutableArrayRef<char> bytes);

  /// Returns `begin`, which has already been read, followed by the rest of the
  /// file.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readRest(StringRef begin);

  /// Returns `begin`, which has already been read, followed by the bytes of the
  /// file up to byte `end`. If the file ends before, `numRead` is the number of
  /// valid bytes.
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
