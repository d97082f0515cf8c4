//===- FolderLock.h - A folder that one process uses at a time ------------===//

#ifndef FP8_RUN_FOLDERLOCK_H
#define FP8_RUN_FOLDERLOCK_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <system_error>
#include <utility>

namespace mlir::fp8::run {

/// An advisory lock on the folder itself, so that no file of it is left behind.
/// It ends with this object or, whatever ends it, with the process.
class FolderLock {
public:
  /// Holds nothing.
  FolderLock() = default;
  FolderLock(FolderLock &&other)
      : descriptor(std::exchange(other.descriptor, -1)) {}
  FolderLock &operator=(FolderLock &&other) {
    std::swap(descriptor, other.descriptor);
    return *this;
  }
  ~FolderLock();

  /// Takes the lock of `folder`, unless it is held already. Gives
  /// `std::errc::resource_unavailable_try_again` where another process has it.
  std::error_code take(StringRef folder);

private:
  int descriptor = -1;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_FOLDERLOCK_H
