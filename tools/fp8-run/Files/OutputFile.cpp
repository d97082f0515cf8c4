//===- OutputFile.cpp - File that is written completely or not at all -----===//

#include "Files/OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <map>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace mlir::fp8::run;

static Error writeError(StringRef path, std::error_code code) {
  return createStringError(code, Twine("cannot write ") + path + ": " +
                                     code.message());
}

/// Replaces `path` with the file that it refers to. A symbolic link may refer
/// to a file that does not exist yet.
static std::error_code followLinks(SmallString<128> &path) {
  if (sys::fs::exists(path))
    return sys::fs::real_path(path.str().str(), path);
  constexpr int maxLinks = 40; // limit of Linux
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

/// Returns the descriptor of the open file that `path` refers to, such as
/// /dev/stdout. The open file need not have a name, and opening it by another
/// name would start at its beginning.
static std::optional<int> getOpenFile(StringRef path) {
  SmallString<32> clean(path);
  sys::path::remove_dots(clean, /*remove_dot_dot=*/true);
  StringRef rest(clean);
  if (rest == "/dev/stdin")
    return STDIN_FILENO;
  if (rest == "/dev/stdout")
    return STDOUT_FILENO;
  if (rest == "/dev/stderr")
    return STDERR_FILENO;
  int descriptor;
  if ((rest.consume_front("/dev/fd/") ||
       rest.consume_front("/proc/self/fd/")) &&
      !rest.getAsInteger(10, descriptor))
    return descriptor;
  return std::nullopt;
}

/// Returns a text that two paths share if and only if they refer to the same
/// file. Returns std::nullopt for a device, and if no file can be created at
/// the path.
static std::optional<std::string> identify(StringRef path) {
  SmallString<128> target(path);
  if (!getOpenFile(path) && followLinks(target))
    return std::nullopt;
  sys::fs::file_status status;
  if (!sys::fs::status(target, status)) {
    bool isFile = status.type() == sys::fs::file_type::regular_file;
    // A pipe that is already open receives the outputs one after another.
    bool isPipe =
        status.type() == sys::fs::file_type::fifo_file && !getOpenFile(path);
    if (!isFile && !isPipe)
      return std::nullopt;
    sys::fs::UniqueID id = status.getUniqueID();
    return (Twine(id.getDevice()) + ":" + Twine(id.getFile())).str();
  }
  SmallString<128> folder;
  StringRef parent = sys::path::parent_path(target);
  if (sys::fs::real_path(parent.empty() ? "." : parent, folder))
    return std::nullopt;
  sys::path::append(folder, sys::path::filename(target));
  return folder.str().str();
}

Error mlir::fp8::run::checkDistinctFiles(ArrayRef<StringRef> paths,
                                         ArrayRef<StringRef> inputs) {
  std::map<std::string, StringRef> taken, read;
  for (StringRef path : inputs)
    if (std::optional<std::string> identity = identify(path))
      read.try_emplace(*identity, path);
  for (StringRef path : paths) {
    std::optional<std::string> identity = identify(path);
    if (!identity)
      continue;
    if (auto it = read.find(*identity); it != read.end())
      return createStringError("expected another file for an output than " +
                               it->second + ", which the run reads");
    auto [it, isNew] = taken.try_emplace(*identity, path);
    if (isNew)
      continue;
    return createStringError("expected a file for each output, but " +
                             (it->second == path ? path + " is given twice"
                                                 : it->second + " and " + path +
                                                       " are the same file"));
  }
  return Error::success();
}

static constexpr StringLiteral kTemporarySuffix = ".tmp";

void mlir::fp8::run::removeLeftovers(StringRef folder,
                                     function_ref<bool(StringRef)> isTarget) {
  std::error_code code;
  for (sys::fs::directory_iterator it(folder.empty() ? "." : folder, code), end;
       it != end && !code; it.increment(code)) {
    StringRef name = sys::path::filename(it->path());
    if (!name.consume_back(kTemporarySuffix))
      continue;
    auto [of, digits] = name.rsplit('.');
    if (digits.size() != TemporaryFile::kNumDigits ||
        !all_of(digits, isHexDigit) || !isTarget(of))
      continue;
    int file = ::open(it->path().c_str(),
                      O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
      continue;
    // A leftover that cannot be removed is harmless.
    if (::flock(file, LOCK_EX | LOCK_NB) == 0)
      sys::fs::remove(it->path());
    ::close(file);
  }
}

static Expected<TemporaryFile> createTemporary(StringRef target) {
  while (true) {
    Expected<TemporaryFile> file =
        TemporaryFile::create(target, kTemporarySuffix);
    if (!file)
      return file;
    // Before the lock is taken, another process may have removed the file as a
    // leftover. Then try again.
    struct stat status;
    if (::flock(file->getDescriptor(), LOCK_EX) != 0 ||
        ::fstat(file->getDescriptor(), &status) != 0 || status.st_nlink > 0)
      return file;
  }
}

void OutputFile::writeDirectly(int descriptor) {
  struct stat status;
  // Report a closed pipe as an error, like other write errors, instead of
  // ending the process by SIGPIPE.
  if (::fstat(descriptor, &status) == 0 &&
      (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)))
    ignorePipeSignal();
  stream = std::make_unique<raw_fd_ostream>(descriptor, /*shouldClose=*/true);
}

Expected<OutputFile> OutputFile::create(StringRef path) {
  OutputFile file;
  file.path = path.str();
  if (std::optional<int> open = getOpenFile(path)) {
    int copy = ::fcntl(*open, F_DUPFD_CLOEXEC, 0);
    if (copy < 0)
      return writeError(path, std::error_code(errno, std::generic_category()));
    file.writeDirectly(copy);
    return file;
  }
  if (sys::fs::is_directory(path))
    return writeError(path, std::make_error_code(std::errc::is_a_directory));
  // A device or a pipe cannot be replaced, and has no partial contents.
  if (sys::fs::exists(path) && !sys::fs::is_regular_file(path)) {
    int descriptor;
    if (std::error_code code = sys::fs::openFileForWrite(
            path, descriptor, sys::fs::CD_OpenExisting))
      return writeError(path, code);
    file.writeDirectly(descriptor);
    return file;
  }

  SmallString<128> target(path);
  // A rename replaces a symbolic link; the output must go to the file that the
  // link refers to.
  if (std::error_code code = followLinks(target))
    return writeError(path, code);
  file.target = target.str().str();
  StringRef name = sys::path::filename(target);
  removeLeftovers(sys::path::parent_path(target),
                  [&](StringRef of) { return of == name; });
  Expected<TemporaryFile> temporary = createTemporary(target);
  if (!temporary)
    return writeError(path, errorToErrorCode(temporary.takeError()));
  file.temporary = std::move(*temporary);
  file.stream =
      std::make_unique<raw_fd_ostream>(file.temporary->getDescriptor(),
                                       /*shouldClose=*/false);
  return file;
}

OutputFile::~OutputFile() {
  if (stream) {
    // The file is about to be deleted, so write errors do not matter. A stream
    // that is destroyed with an error ends the process.
    stream->flush();
    stream->clear_error();
  }
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
  // The temporary file closes its own descriptor.
  published = ::dup(temporary->getDescriptor());
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
  int descriptor = temporary ? temporary->getDescriptor() : published;
  // Some file systems report a full disk only here.
  if (descriptor >= 0 && ::fsync(descriptor) != 0)
    return writeError(path, std::error_code(errno, std::generic_category()));
  if (!temporary) {
    // Other file systems report a full disk only here.
    stream->close();
    return check();
  }
  stream.reset();
  Error error = temporary->keep(target);
  temporary.reset();
  if (error)
    return writeError(path, errorToErrorCode(std::move(error)));
  return Error::success();
}

void mlir::fp8::run::ignoreFileSizeSignal() { std::signal(SIGXFSZ, SIG_IGN); }

void mlir::fp8::run::ignorePipeSignal() { std::signal(SIGPIPE, SIG_IGN); }
