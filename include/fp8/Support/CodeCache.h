//===- CodeCache.h - a folder of machine code -------------------*- C++ -*-===//
#ifndef FP8_SUPPORT_CODECACHE_H
#define FP8_SUPPORT_CODECACHE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <optional>
#include <string>

namespace mlir::fp8 {

/// Returns a hash of `bytes` as a fixed number of hexadecimal digits.
std::string getHash(StringRef bytes);

/// A folder with cached object code. Only this user may write to it, because
/// the code will be executed. Neither the folder nor its entries may be
/// symbolic links.
class CodeCache {
public:
  /// Opens the folder that the environment variable FP8_CACHE_DIR specifies.
  /// Returns std::nullopt if the variable is not set, or if the folder cannot
  /// be used. In the latter case, passes the reason to `warn`.
  static std::optional<CodeCache>
  openDefault(function_ref<void(const Twine &)> warn);

  /// Opens the folder. Creates it with access for this user only if it does not
  /// exist. Fails if the folder is a symbolic link, or if another user may
  /// modify it. Also deletes entries that were not read for a week, at most
  /// once in 20 minutes.
  static llvm::Expected<CodeCache> open(StringRef path);

  CodeCache(CodeCache &&other)
      : path(std::move(other.path)),
        descriptor(std::exchange(other.descriptor, -1)) {}
  ~CodeCache();

  /// A lock on an entry, held for the lifetime of the object.
  class Lock {
  public:
    explicit Lock(int file) : file(file) {}
    Lock(Lock &&other) : file(std::exchange(other.file, -1)) {}
    ~Lock();

  private:
    /// File descriptor of the lock file, or -1.
    int file;
  };

  /// Waits for the lock of the entry, but at most for `limit`. With the lock,
  /// ranks on one machine compile equal code only once. Without the lock, they
  /// compile it several times, but the cache stays valid.
  Lock lock(StringRef name,
            std::chrono::milliseconds limit = std::chrono::minutes(2)) const;

  /// Returns the contents of the entry, or std::nullopt if there is none, if it
  /// is damaged, or if another user may have written it.
  std::optional<std::string> read(StringRef name) const;

  /// Writes an entry atomically. Replaces an existing entry, which may be
  /// damaged. Ignores failures, because these only cost time.
  void keep(StringRef name, StringRef bytes) const;

private:
  CodeCache(StringRef path, int descriptor)
      : path(path), descriptor(descriptor) {}

  std::string path;
  /// File descriptor of the folder. It refers to the folder that was checked
  /// even if the path refers to another folder later.
  int descriptor;
};

} // namespace mlir::fp8

#endif // FP8_SUPPORT_CODECACHE_H
