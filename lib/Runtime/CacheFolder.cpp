//===- CacheFolder.cpp - small files in FP8_CACHE_DIR ---------------------===//

#include "CacheFolder.h"
#include "fp8/Runtime/PrivateFolder.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>

using namespace fp8rt;

constexpr const char *cacheVariable = "FP8_CACHE_DIR";

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

std::optional<std::string> CacheFolder::read(const std::string &name,
                                             size_t maxBytes) const {
  // O_NONBLOCK prevents blocking if the file is a named pipe.
  int file = ::openat(descriptor, name.c_str(),
                      O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) {
    // An entry that appears after this call is not deleted.
    if (errno != ENOENT)
      remove(name);
    return std::nullopt;
  }
  struct stat status;
  std::string bytes;
  bool isRead = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                findOtherWriter(status).empty();
  // One byte more than the limit shows that the entry is too long.
  while (isRead && bytes.size() <= maxBytes) {
    char part[1024];
    ssize_t count = ::read(file, part, sizeof(part));
    if (count > 0)
      bytes.append(part, static_cast<size_t>(count));
    else if (count == 0)
      break;
    else
      isRead = errno == EINTR;
  }
  ::close(file);
  if (isRead && bytes.size() <= maxBytes)
    return bytes;
  remove(name);
  return std::nullopt;
}

/// Writes all bytes and closes the file. Returns false if that fails.
static bool writeAll(int file, const std::string &bytes) {
  size_t written = 0;
  while (written < bytes.size()) {
    ssize_t count =
        ::write(file, bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno != EINTR)
      break;
    written += count > 0 ? static_cast<size_t>(count) : 0;
  }
  bool isClosed = ::close(file) == 0;
  return written == bytes.size() && isClosed;
}

void CacheFolder::keepFirst(const std::string &name,
                            const std::string &bytes) const {
  // Processes of several machines may share the folder.
  auto time = std::chrono::system_clock::now().time_since_epoch().count();
  std::string temporary =
      name + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(time);
  int file = ::openat(descriptor, temporary.c_str(),
                      O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                      S_IRUSR | S_IWUSR);
  if (file < 0)
    return;
  if (writeAll(file, bytes) &&
      ::linkat(descriptor, temporary.c_str(), descriptor, name.c_str(), 0) !=
          0 &&
      errno != EEXIST)
    // This file system has no hard links. The last process wins.
    ::renameat(descriptor, temporary.c_str(), descriptor, name.c_str());
  ::unlinkat(descriptor, temporary.c_str(), 0);
}

void CacheFolder::remove(const std::string &name) const {
  ::unlinkat(descriptor, name.c_str(), 0);
}
