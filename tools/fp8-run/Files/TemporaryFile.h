//===- TemporaryFile.h - Temporary file that is renamed at the end --------===//

#ifndef FP8_RUN_TEMPORARYFILE_H
#define FP8_RUN_TEMPORARYFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>

namespace mlir::fp8::run {

/// A file that is removed with this object, also if a signal ends the process,
/// unless it is kept. LLVM's class replaces each `%` of a path with a random
/// digit.
class TemporaryFile {
public:
  static constexpr size_t kNumDigits = 6;

  /// Creates a file whose name is `path`, a dot, hexadecimal digits and
  /// `suffix`.
  static llvm::Expected<TemporaryFile> create(llvm::StringRef path,
                                              llvm::StringRef suffix);

  TemporaryFile(TemporaryFile &&other)
      : name(std::exchange(other.name, {})),
        descriptor(std::exchange(other.descriptor, -1)) {}
  TemporaryFile &operator=(TemporaryFile &&other) {
    std::swap(name, other.name);
    std::swap(descriptor, other.descriptor);
    return *this;
  }
  ~TemporaryFile() { discard(); }

  /// Returns the descriptor, which is open for writing until the file is kept.
  int getDescriptor() const { return descriptor; }

  /// Renames the file to `target` and replaces an existing file. Removes the
  /// temporary file if that fails.
  llvm::Error keep(llvm::StringRef target);

  void discard();

private:
  TemporaryFile(std::string name, int descriptor)
      : name(std::move(name)), descriptor(descriptor) {}

  void close();

  /// Name of the file. Empty after the file is kept or discarded.
  std::string name;
  int descriptor;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_TEMPORARYFILE_H
