//===- OutputFile.cpp - A file that is written whole or not at all --------===//

#include "Files/OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace mlir::fp8::run;

static Error writeError(StringRef path, std::error_code code) {
  return createStringError(code, Twine("cannot write ") + path + ": " +
                                     code.message());
}

/// Makes `path` the file that it means. A link may lead to what does not exist
/// yet.
static std::error_code followLinks(SmallString<128> &path) {
  if (sys::fs::exists(path))
    return sys::fs::real_path(path.str().str(), path);
  constexpr int maxLinks = 40; // that of Linux
  for (int i = 0; sys::fs::is_symlink_file(path); ++i) {
    if (i == maxLinks)
      return std::make_error_code(std::errc::too_many_symbolic_link_levels);
    SmallString<128> link(path);
    char text[PATH_MAX];
    ssize_t size = ::readlink(link.c_str(), text, sizeof(text));
    if (size < 0)
      return std::error_code(errno, std::generic_category());
    path.clear();
    StringRef to(text, static_cast<size_t>(size));
    if (!sys::path::is_absolute(to))
      sys::path::append(path, sys::path::parent_path(link));
    sys::path::append(path, to);
  }
  return std::error_code();
}

static constexpr StringLiteral kTemporarySuffix = ".tmp";
static constexpr size_t kNumRandomDigits = 6;

void mlir::fp8::run::removeLeftovers(StringRef folder,
                                     function_ref<bool(StringRef)> isTarget) {
  std::error_code code;
  for (sys::fs::directory_iterator it(folder.empty() ? "." : folder, code), end;
       it != end && !code; it.increment(code)) {
    StringRef name = sys::path::filename(it->path());
    if (!name.consume_back(kTemporarySuffix))
      continue;
    auto [of, digits] = name.rsplit('.');
    if (digits.size() != kNumRandomDigits || !all_of(digits, isHexDigit) ||
        !isTarget(of))
      continue;
    int file = ::open(it->path().c_str(),
                      O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
      continue;
    // What cannot be removed does no harm.
    if (::flock(file, LOCK_EX | LOCK_NB) == 0)
      sys::fs::remove(it->path());
    ::close(file);
  }
}

static Expected<sys::fs::TempFile> createTemporary(StringRef target) {
  std::string digits(kNumRandomDigits, '%');
  while (true) {
    Expected<sys::fs::TempFile> file = sys::fs::TempFile::create(
        Twine(target) + "." + digits + kTemporarySuffix);
    if (!file)
      return file;
    // Before it is locked another process may remove it as a leftover.
    struct stat status;
    if (::flock(file->FD, LOCK_EX) != 0 || ::fstat(file->FD, &status) != 0 ||
        status.st_nlink > 0)
      return file;
    consumeError(file->discard());
  }
}

Expected<OutputFile> OutputFile::create(StringRef path) {
  OutputFile file;
  file.path = path.str();
  SmallString<128> target(path);
  // A rename replaces a symbolic link; the file it points to is meant.
  if (std::error_code code = followLinks(target))
    return writeError(path, code);
  file.target = target.str().str();
  if (sys::fs::is_directory(target))
    return writeError(path, std::make_error_code(std::errc::is_a_directory));

  // A device or a pipe cannot be replaced, and is never half a file.
  if (sys::fs::exists(target) && !sys::fs::is_regular_file(target)) {
    std::error_code code;
    file.stream = std::make_unique<raw_fd_ostream>(target, code);
    if (code) {
      file.stream->clear_error();
      return writeError(path, code);
    }
    return file;
  }

  StringRef name = sys::path::filename(target);
  removeLeftovers(sys::path::parent_path(target),
                  [&](StringRef of) { return of == name; });
  Expected<sys::fs::TempFile> temporary = createTemporary(target);
  if (!temporary)
    return writeError(path, errorToErrorCode(temporary.takeError()));
  file.temporary = std::move(*temporary);
  file.stream = std::make_unique<raw_fd_ostream>(file.temporary->FD,
                                                 /*shouldClose=*/false);
  return file;
}

OutputFile::~OutputFile() {
  if (stream) {
    // What could not be written is about to be deleted; a stream that is
    // destroyed with an error ends the process.
    stream->flush();
    stream->clear_error();
  }
  stream.reset();
  if (temporary)
    consumeError(temporary->discard());
}

Error OutputFile::check() {
  if (!stream->has_error())
    return Error::success();
  std::error_code code = stream->error();
  stream->clear_error();
  return writeError(path, code);
}

Error OutputFile::publish() {
  stream->flush();
  if (Error error = check())
    return error;
  if (!temporary)
    return Error::success();
  // The temporary file closes its descriptor.
  published = ::dup(temporary->FD);
  if (published < 0)
    return writeError(path, std::error_code(errno, std::generic_category()));
  stream = std::make_unique<raw_fd_ostream>(published, /*shouldClose=*/true);
  Error error = temporary->keep(target);
  temporary.reset();
  if (error)
    return writeError(path, errorToErrorCode(std::move(error)));
  return Error::success();
}

Error OutputFile::keep() {
  stream->flush();
  if (Error error = check())
    return error;
  int descriptor = temporary ? temporary->FD : published;
  // Some file systems report a full disk only here.
  if (descriptor >= 0 && ::fsync(descriptor) != 0)
    return writeError(path, std::error_code(errno, std::generic_category()));
  if (!temporary)
    return Error::success();
  Error error = temporary->keep(target);
  temporary.reset();
  stream.reset();
  if (error)
    return writeError(path, errorToErrorCode(std::move(error)));
  return Error::success();
}

void mlir::fp8::run::ignoreFileSizeSignal() { std::signal(SIGXFSZ, SIG_IGN); }
