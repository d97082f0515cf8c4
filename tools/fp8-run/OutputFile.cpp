//===- OutputFile.cpp - A file that is written whole or not at all --------===//

#include "OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <climits>
#include <csignal>
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

  Expected<sys::fs::TempFile> temporary =
      sys::fs::TempFile::create(Twine(target) + ".%%%%%%.tmp");
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

Error OutputFile::keep() {
  stream->flush();
  if (Error error = check())
    return error;
  if (!temporary)
    return Error::success();
  // Some file systems report a full disk only here.
  if (::fsync(temporary->FD) != 0)
    return writeError(path, std::error_code(errno, std::generic_category()));
  Error error = temporary->keep(target);
  temporary.reset();
  stream.reset();
  if (error)
    return writeError(path, errorToErrorCode(std::move(error)));
  return Error::success();
}

void mlir::fp8::run::ignoreFileSizeSignal() { std::signal(SIGXFSZ, SIG_IGN); }
