//===- CacheFolder.cpp - small files in FP8_CACHE_DIR ---------------------===//

#include "CacheFolder.h"
#include "fp8/Runtime/PrivateFolder.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <dirent.h>
#include <utility>

using namespace fp8rt;

constexpr const char *cacheVariable = "FP8_CACHE_DIR";
/// Part of the names of temporary files, and the age in seconds after which a
/// temporary file is considered abandoned.
constexpr const char *temporaryMark = ".tmp-";
constexpr time_t maxTemporarySeconds = 3600;

CacheEntry::CacheEntry(CacheEntry &&other) noexcept
    : bytes(other.bytes), file(std::exchange(other.file, -1)) {}

CacheEntry::~CacheEntry() {
  if (file >= 0)
    ::close(file);
}

std::unique_ptr<CacheFolder> CacheFolder::openDefault() {
  const char *path = std::getenv(cacheVariable);
  if (!path || *path == '\0')
    return nullptr;
  std::string message;
  int descriptor = openPrivateFolder(path, message);
  if (descriptor >= 0)
    return std::unique_ptr<CacheFolder>(new CacheFolder(descriptor));
  std::fprintf(stderr, "warning: not using the cache of %s: %s\n",
               cacheVariable, message.c_str());
  return nullptr;
}

CacheFolder::~CacheFolder() { ::close(descriptor); }

std::optional<CacheEntry> CacheFolder::read(const std::string &name,
                                            size_t maxBytes) const {
  int file = openPrivateFile(descriptor, name);
  struct stat status;
  if (file < 0) {
    // Delete only a foreign file. Other errors, such as too many open files, do
    // not mean that the entry is damaged.
    if (::fstatat(descriptor, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) ==
            0 &&
        !isPrivateFile(status))
      ::unlinkat(descriptor, name.c_str(), 0);
    return std::nullopt;
  }
  std::string bytes;
  bool isWhole = ::fstat(file, &status) == 0;
  bool isDamaged = isWhole && !isPrivateFile(status);
  while (isWhole && !isDamaged) {
    char part[1024];
    ssize_t count = ::read(file, part, sizeof(part));
    if (count == 0)
      break;
    if (count > 0)
      bytes.append(part, static_cast<size_t>(count));
    else
      isWhole = errno == EINTR;
    isDamaged = bytes.size() > maxBytes;
  }
  CacheEntry entry(file, std::move(bytes));
  if (isDamaged)
    remove(name, entry);
  if (!isWhole || isDamaged)
    return std::nullopt;
  return entry;
}

static std::error_code getLastError() {
  return std::error_code(errno, std::generic_category());
}

/// Writes all bytes and closes the file.
static std::error_code writeAll(int file, const std::string &bytes) {
  std::error_code error;
  size_t written = 0;
  while (written < bytes.size() && !error) {
    ssize_t count =
        ::write(file, bytes.data() + written, bytes.size() - written);
    if (count >= 0)
      written += static_cast<size_t>(count);
    else if (errno != EINTR)
      error = getLastError();
  }
  if (::close(file) != 0 && !error)
    error = getLastError();
  return error;
}

/// Makes the temporary file available as `name`, unless there is a file of this
/// name.
static std::error_code publish(int folder, const std::string &temporary,
                               const std::string &name) {
  if (::linkat(folder, temporary.c_str(), folder, name.c_str(), 0) == 0 ||
      errno == EEXIST)
    return {};
#ifdef RENAME_NOREPLACE
  // This file system may have no hard links.
  if (::renameat2(folder, temporary.c_str(), folder, name.c_str(),
                  RENAME_NOREPLACE) == 0 ||
      errno == EEXIST)
    return {};
#endif
  return getLastError();
}

std::error_code CacheFolder::keepFirst(const std::string &name,
                                       const std::string &bytes) const {
  // Processes of several machines may share the folder.
  auto time = std::chrono::system_clock::now().time_since_epoch().count();
  std::string temporary = name + temporaryMark + std::to_string(::getpid()) +
                          "-" + std::to_string(time);
  int file = ::openat(descriptor, temporary.c_str(),
                      O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                      S_IRUSR | S_IWUSR);
  if (file < 0)
    return getLastError();
  std::error_code error = writeAll(file, bytes);
  if (!error)
    error = publish(descriptor, temporary, name);
  ::unlinkat(descriptor, temporary.c_str(), 0);
  return error;
}

void CacheFolder::remove(const std::string &name,
                         const CacheEntry &entry) const {
  struct stat was, is;
  if (::fstat(entry.file, &was) == 0 &&
      ::fstatat(descriptor, name.c_str(), &is, AT_SYMLINK_NOFOLLOW) == 0 &&
      was.st_dev == is.st_dev && was.st_ino == is.st_ino)
    ::unlinkat(descriptor, name.c_str(), 0);
}

void CacheFolder::removeTemporaries(const std::string &prefix) const {
  int file = ::openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *list = file < 0 ? nullptr : ::fdopendir(file);
  if (!list) {
    if (file >= 0)
      ::close(file);
    return;
  }
  time_t now = std::time(nullptr);
  while (const dirent *found = ::readdir(list)) {
    std::string name = found->d_name;
    struct stat status;
    if (name.compare(0, prefix.size(), prefix) == 0 &&
        name.find(temporaryMark) != std::string::npos &&
        ::fstatat(descriptor, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) ==
            0 &&
        S_ISREG(status.st_mode) && now - status.st_mtime > maxTemporarySeconds)
      ::unlinkat(descriptor, name.c_str(), 0);
  }
  ::closedir(list);
}
