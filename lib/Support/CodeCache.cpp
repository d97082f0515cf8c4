//===- CodeCache.cpp - a folder of machine code ---------------------------===//

#include "fp8/Support/CodeCache.h"

#include "fp8/Runtime/PrivateFolder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace mlir;
using namespace mlir::fp8;

static constexpr const char *kVariable = "FP8_CACHE_DIR";
/// Prefix of the names of entries, by which llvm::pruneCache() recognizes them.
static constexpr StringLiteral kPrefix = "llvmcache-";
/// Maximum size of an entry in bytes. The size of a damaged entry can be
/// arbitrary.
static constexpr int64_t kMaxEntryBytes = int64_t(1) << 30;

std::optional<CodeCache>
CodeCache::openDefault(function_ref<void(const Twine &)> warn) {
  auto folder = llvm::sys::Process::GetEnv(kVariable);
  if (!folder || folder->empty())
    return std::nullopt;
  llvm::Expected<CodeCache> cache = open(*folder);
  if (cache)
    return std::move(*cache);
  warn(Twine("not using the cache of ") + kVariable + ": " +
       llvm::toString(cache.takeError()));
  return std::nullopt;
}

llvm::Expected<CodeCache> CodeCache::open(StringRef path) {
  std::string message;
  int descriptor = fp8rt::openPrivateFolder(path.str(), message);
  if (descriptor < 0)
    return llvm::createStringError(message);
  CodeCache cache(path.rtrim('/').empty() ? path : path.rtrim('/'), descriptor);
  // Use the file descriptor, because `path` may refer to another folder by now.
  llvm::pruneCache("/proc/self/fd/" + std::to_string(descriptor),
                   llvm::CachePruningPolicy());
  return cache;
}

CodeCache::~CodeCache() {
  if (descriptor >= 0)
    ::close(descriptor);
}

std::string fp8::getHash(StringRef bytes) {
  auto hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(bytes));
  return llvm::utohexstr(hash.high64, /*LowerCase=*/true, 16) +
         llvm::utohexstr(hash.low64, true, 16);
}

CodeCache::Lock::~Lock() {
  if (file >= 0)
    ::close(file);
}

CodeCache::Lock CodeCache::lock(StringRef name,
                                std::chrono::milliseconds limit) const {
  // All entries share one lock file. Each entry locks the byte at the offset of
  // its hash.
  int file = ::openat(descriptor, "locks",
                      O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
                      S_IRUSR | S_IWUSR);
  struct flock region = {};
  region.l_type = F_WRLCK;
  region.l_whence = SEEK_SET;
  region.l_start = llvm::xxh3_64bits(name) >> 2;
  region.l_len = 1;
  // Poll instead of waiting for the lock: if its holder was suspended, waiting
  // would block this process forever.
  auto end = std::chrono::steady_clock::now() + limit;
  while (file >= 0 && ::fcntl(file, F_OFD_SETLK, &region) != 0 &&
         llvm::is_contained({EAGAIN, EACCES, EINTR}, errno) &&
         std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return Lock(file);
}

/// Returns the hash that is stored at the end of an entry. It detects damaged
/// entries, and entries that were copied to another name.
static std::string getEntryHash(StringRef name, StringRef bytes) {
  return getHash(getHash(bytes) + name.str());
}

std::optional<std::string> CodeCache::read(StringRef name) const {
  int file = fp8rt::openPrivateFile(descriptor, (kPrefix + name).str());
  if (file < 0)
    return std::nullopt;
  struct stat status;
  SmallString<0> bytes;
  bool isRead = ::fstat(file, &status) == 0 && fp8rt::isPrivateFile(status) &&
                status.st_size <= kMaxEntryBytes;
  if (isRead)
    if (llvm::Error error = llvm::sys::fs::readNativeFileToEOF(file, bytes)) {
      llvm::consumeError(std::move(error));
      isRead = false;
    }
  ::close(file);
  StringRef entry(bytes);
  size_t length = getHash("").size();
  if (!isRead || entry.size() < length ||
      getEntryHash(name, entry.drop_back(length)) != entry.take_back(length))
    return std::nullopt;
  return entry.drop_back(length).str();
}

void CodeCache::keep(StringRef name, StringRef bytes) const {
  if (static_cast<int64_t>(bytes.size()) >= kMaxEntryBytes)
    return;
  SmallString<16> digits;
  llvm::sys::fs::createUniquePath("%%%%%%%%", digits, /*MakeAbsolute=*/false);
  std::string entry = (kPrefix + name).str();
  std::string temporary = (entry + ".tmp-" + digits).str();
  int file = ::openat(descriptor, temporary.c_str(),
                      O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                      S_IRUSR | S_IWUSR);
  if (file < 0)
    return;
  SmallString<128> temporaryPath(path);
  llvm::sys::path::append(temporaryPath, temporary);
  llvm::sys::RemoveFileOnSignal(temporaryPath);
  bool isWritten;
  {
    llvm::raw_fd_ostream os(file, /*shouldClose=*/true);
    os << bytes << getEntryHash(name, bytes);
    os.close();
    isWritten = !os.has_error();
    os.clear_error();
  }
  if (!isWritten ||
      ::renameat(descriptor, temporary.c_str(), descriptor, entry.c_str()) != 0)
    ::unlinkat(descriptor, temporary.c_str(), 0);
  llvm::sys::DontRemoveFileOnSignal(temporaryPath);
}
