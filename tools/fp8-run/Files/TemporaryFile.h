//===- TemporaryFile.h - A file beside the one that it becomes ------------===//

#ifndef FP8_RUN_TEMPORARYFILE_H
#define FP8_RUN_TEMPORARYFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>

namespace mlir::fp8::run {

/// Goes away with this object, also when a signal ends the process, unless it
/// is kept. LLVM's own takes each `%` of a path for a digit to be chosen.
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

  /// Open for writing until the file is kept.
  int getDescriptor() const { return descriptor; }

  /// Gives the file the name `target`, in the place of what has it. A file that
  /// cannot have it goes away.
  llvm::Error keep(llvm::StringRef target);

  void discard();

private:
  TemporaryFile(std::string name, int descriptor)
      : name(std::move(name)), descriptor(descriptor) {}

  void close();

  /// Empty after the file is kept or discarded.
  std::string name;
  int descriptor;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_TEMPORARYFILE_H
