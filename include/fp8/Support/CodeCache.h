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

/// A folder of entries that only this user may write to, because they hold code
/// that will be executed. Neither the folder nor its entries may be links.
class CodeCache {
public:
  /// Opens the folder that the environment variable FP8_CACHE_DIR names.
  /// Returns std::nullopt if there is no such variable, or if the folder cannot
  /// be used; then `warn` receives the reason.
  static std::optional<CodeCache>
  openDefault(function_ref<void(const Twine &)> warn);

  /// Creates the folder, with access for this user only, unless it exists.
  /// Fails if the folder is a link or another user may modify it. Deletes
  /// entries that were not read for a week, at most every 20 minutes.
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
    /// Descriptor of the file of locks, or -1.
    int file;
  };

  /// Waits until no other process or thread holds the lock of the entry, so
  /// that ranks of one machine compile equal code once, but at most for
  /// `limit`. The lock protects nothing else: without one, code is only
  /// compiled twice.
  Lock lock(StringRef name,
            std::chrono::milliseconds limit = std::chrono::minutes(2)) const;

  /// Returns std::nullopt if there is no entry, if the entry is damaged, or if
  /// another user may have written it.
  std::optional<std::string> read(StringRef name) const;

  /// Writes an entry atomically, replacing a damaged one. Failures to write are
  /// ignored; they only cost time.
  void keep(StringRef name, StringRef bytes) const;

private:
  CodeCache(StringRef path, int descriptor)
      : path(path), descriptor(descriptor) {}

  std::string path;
  /// Descriptor of the folder that was checked, even if its name refers to
  /// another folder later.
  int descriptor;
};

} // namespace mlir::fp8

#endif // FP8_SUPPORT_CODECACHE_H
