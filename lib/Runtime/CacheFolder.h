//===- CacheFolder.h - small files in FP8_CACHE_DIR -------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_CACHEFOLDER_H
#define FP8_LIB_RUNTIME_CACHEFOLDER_H

#include <memory>
#include <optional>
#include <string>

namespace fp8rt {

/// The folder that FP8_CACHE_DIR names. Entries are files that this user alone
/// may write to. The first process that keeps an entry determines its contents.
class CacheFolder {
public:
  /// Opens the folder. Returns null if the variable is not set or empty. Also
  /// returns null, after a warning on stderr, if another user may write to the
  /// folder.
  static std::unique_ptr<CacheFolder> openDefault();
  ~CacheFolder();
  CacheFolder(const CacheFolder &) = delete;
  CacheFolder &operator=(const CacheFolder &) = delete;

  /// Returns the contents of an entry, or std::nullopt if there is none.
  /// Deletes an entry that cannot be read, that is longer than `maxBytes`, or
  /// that another user may have written.
  std::optional<std::string> read(const std::string &name,
                                  size_t maxBytes) const;

  /// Writes an entry, whole or not at all, unless there is one. Ignores
  /// failures, after which there may be no entry.
  void keepFirst(const std::string &name, const std::string &bytes) const;

  /// Deletes an entry, which may be damaged.
  void remove(const std::string &name) const;

private:
  explicit CacheFolder(int descriptor) : descriptor(descriptor) {}

  /// File descriptor of the folder.
  int descriptor;
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_CACHEFOLDER_H
