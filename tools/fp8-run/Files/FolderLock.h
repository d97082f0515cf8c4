//===- FolderLock.h - Lock of a folder that one process uses at a time ----===//

#ifndef FP8_RUN_FOLDERLOCK_H
#define FP8_RUN_FOLDERLOCK_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <system_error>
#include <utility>

namespace mlir::fp8::run {

/// An advisory lock on the folder itself, which leaves no lock file behind. The
/// lock ends with this object or with the process, however it ends.
class FolderLock {
public:
  /// Creates an object that holds no lock.
  FolderLock() = default;
  FolderLock(FolderLock &&other)
      : descriptor(std::exchange(other.descriptor, -1)) {}
  FolderLock &operator=(FolderLock &&other) {
    std::swap(descriptor, other.descriptor);
    return *this;
  }
  ~FolderLock();

  /// Locks `folder`, unless this object already holds a lock. Returns
  /// `std::errc::resource_unavailable_try_again` if another process holds the
  /// lock.
  std::error_code take(StringRef folder);

private:
  int descriptor = -1;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_FOLDERLOCK_H
