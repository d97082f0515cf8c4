//===- CacheFolder.h - small files in FP8_CACHE_DIR -------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_CACHEFOLDER_H
#define FP8_LIB_RUNTIME_CACHEFOLDER_H

#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace fp8rt {

/// An entry that was read. Its file stays open, so that no other file gets its
/// inode number.
class CacheEntry {
public:
  CacheEntry(int file, std::string bytes)
      : bytes(std::move(bytes)), file(file) {}
  CacheEntry(CacheEntry &&other) noexcept;
  CacheEntry &operator=(CacheEntry &&) = delete;
  ~CacheEntry();

  const std::string bytes;

private:
  friend class CacheFolder;

  /// File descriptor, or -1.
  int file;
};

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

  /// Returns an entry, or std::nullopt if there is none that can be read.
  /// Deletes an entry that is no regular file, that is longer than `maxBytes`,
  /// or that another user may have written. Keeps it after other errors.
  std::optional<CacheEntry> read(const std::string &name,
                                 size_t maxBytes) const;

  /// Writes an entry, whole or not at all, unless there is one. Returns an
  /// error if there is no entry afterwards.
  std::error_code keepFirst(const std::string &name,
                            const std::string &bytes) const;

  /// Deletes an entry that was read and is damaged. Keeps a new entry that
  /// replaced it meanwhile.
  void remove(const std::string &name, const CacheEntry &entry) const;

  /// Deletes temporary files of entries with this prefix if they are older than
  /// an hour. Processes that were killed left them.
  void removeTemporaries(const std::string &prefix) const;

private:
  explicit CacheFolder(int descriptor) : descriptor(descriptor) {}

  /// File descriptor of the folder.
  int descriptor;
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_CACHEFOLDER_H
