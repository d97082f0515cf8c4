//===- PrivateFolder.h - a folder that one user writes to -------*- C++ -*-===//
//
// Rules for folders with files that a program trusts, such as FP8_CACHE_DIR.
// The compiler and the runtime share them.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_RUNTIME_PRIVATEFOLDER_H
#define FP8_RUNTIME_PRIVATEFOLDER_H

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace fp8rt {

/// Returns a description of how another user can modify the file with status
/// `status`, or an empty string if none can.
inline std::string findOtherWriter(const struct stat &status) {
  if (status.st_uid != ::geteuid())
    return "it belongs to user " + std::to_string(status.st_uid);
  if (status.st_mode & (S_IWGRP | S_IWOTH))
    return "its group or others may write to it";
  return "";
}

/// Creates the folder and its parents, with access for this user alone. Returns
/// false, with the reason in errno, if that fails. Existing files are kept.
inline bool createFolders(const std::string &path) {
  if (::mkdir(path.c_str(), S_IRWXU) == 0 || errno == EEXIST)
    return true;
  size_t end = path.find_last_of('/');
  if (errno != ENOENT || end == std::string::npos || end == 0)
    return false;
  return createFolders(path.substr(0, end)) &&
         (::mkdir(path.c_str(), S_IRWXU) == 0 || errno == EEXIST);
}

/// Opens a folder, and creates it if it does not exist. Returns its file
/// descriptor, which refers to the checked folder even if `path` is replaced.
/// Returns -1, with a message, if the folder is a symbolic link or if another
/// user may modify it.
inline int openPrivateFolder(const std::string &path, std::string &message) {
  auto fail = [&](const std::string &reason) {
    message = "expected " + path +
              " to be a folder of this user that no other user may write to, "
              "but " +
              reason;
    return -1;
  };
  auto getError = [] {
    return std::error_code(errno, std::generic_category()).message();
  };
  // Remove trailing slashes, because a symbolic link with a slash would be
  // followed.
  size_t last = path.find_last_not_of('/');
  std::string name =
      last == std::string::npos ? path : path.substr(0, last + 1);
  if (!createFolders(name))
    return fail("it cannot be created: " + getError());
  int descriptor =
      ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat status;
  if (descriptor < 0) {
    std::string reason = "it cannot be opened: " + getError();
    if (::lstat(name.c_str(), &status) == 0 && S_ISLNK(status.st_mode))
      reason = "it is a symbolic link";
    return fail(reason);
  }
  std::string reason = ::fstat(descriptor, &status) != 0
                           ? "it cannot be read: " + getError()
                           : findOtherWriter(status);
  if (reason.empty())
    return descriptor;
  ::close(descriptor);
  return fail(reason);
}

/// Opens a file of a private folder for reading, without following a symbolic
/// link or waiting for the writer of a named pipe. Returns its file descriptor,
/// or -1 if there is no such file.
inline int openPrivateFile(int folder, const std::string &name) {
  return ::openat(folder, name.c_str(),
                  O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
}

/// Returns true if the status is that of a regular file that only this user may
/// write to.
inline bool isPrivateFile(const struct stat &status) {
  return S_ISREG(status.st_mode) && findOtherWriter(status).empty();
}

} // namespace fp8rt

#endif // FP8_RUNTIME_PRIVATEFOLDER_H
